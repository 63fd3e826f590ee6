import { useTranslation } from 'react-i18next'
import { useHref } from '../../routing/use-place.ts'
import { useShown } from '../../routing/use-present.ts'
import { ExchangeStatus } from '../status-badge.tsx'
import type { Box, Target } from './layout.ts'
import { MarkList } from './mark-list.tsx'
import { subjectOfTarget } from './subject-of-target.ts'

interface Props {
  requests: Extract<Target, { kind: 'requests' }>
  box: Box
  width: number
  onOpen: (target: Target) => void
  onClose: () => void
}

/** The requests that share a column on the axis, with the answer of each. */
export function RequestList({ requests, ...props }: Props) {
  const { t } = useTranslation()
  const shown = useShown()
  const href = useHref()
  const { marks } = requests
  const [from, until] = [marks[0]?.at ?? 0, (marks.at(-1)?.at ?? 0) + 1].map(at => new Date(at).toISOString())
  const foremost = subjectOfTarget(requests)?.id
  return (
    <MarkList
      {...props}
      title={t('axis.requests_many', { count: marks.length })}
      marks={marks}
      first={marks.slice(0, 100).find(({ value }) => value.request_id === foremost)}
      atOf={({ at }) => at}
      render={({ value }) => (
        <>
          <span>{shown(`${value.method} ${value.path}`)}</span>
          <ExchangeStatus {...value} look="plain" />
          <span className="dim">{value.tenant}</span>
        </>
      )}
      all={
        <a
          className="link"
          href={`${href('requests')}?${new URLSearchParams({ within: `${from}/${until}`, own: '1' })}`}
        >
          {t('axis.requests_all', { count: marks.length })}
        </a>
      }
      onOpen={mark => props.onOpen({ kind: 'requests', key: mark.key, marks: [mark] })}
    />
  )
}
