import { useTranslation } from 'react-i18next'
import { useShown } from '../../routing/use-present.ts'
import type { Box, Target } from './layout.ts'
import { MarkList } from './mark-list.tsx'
import { callName, callText } from './target-text.ts'

interface Props {
  calls: Extract<Target, { kind: 'calls' }>
  box: Box
  width: number
  onOpen: (target: Target) => void
  onClose: () => void
}

/** The calls that share a bar on the axis. */
export function CallList({ calls: { marks }, ...props }: Props) {
  const { t } = useTranslation()
  const shown = useShown()
  return (
    <MarkList
      {...props}
      title={t('axis.calls_many', { count: marks.length })}
      marks={marks}
      atOf={({ from }) => from}
      render={mark => (
        <>
          <span>{shown(callName(mark))}</span>
          <span className="dim">{callText(t, mark)}</span>
        </>
      )}
      onOpen={mark => props.onOpen({ kind: 'call', key: mark.key, mark })}
    />
  )
}
