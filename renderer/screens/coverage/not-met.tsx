import { Popover } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ERRORS } from '../../../server/contract/errors.ts'
import { Action } from '../../components/action.tsx'
import { CommandText } from '../../components/command-text.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { sendEmulated } from '../../data/emulated-request.ts'
import { operationsOf, useOpenApi } from '../../data/openapi.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { useShown } from '../../routing/use-present.ts'
import classes from './coverage.module.css'
import type { MatrixRow } from './matrix.ts'
import { recipeFor } from './recipe.ts'

const MINUTE_MS = 60_000

/** The status of a column: itself, or that of an error code. */
const statusOf = (column: string): number =>
  Object.values(ERRORS).find(({ code }) => code === column)?.status ?? Number(column)

interface Given {
  row: MatrixRow
  column: string
  /** How often a fault has answered with it. */
  count: number
  /** The address of these answers. */
  requests: string
}

/** What a field of the matrix says that the service itself was never seen to answer. */
function useSaid({ row, column, count }: Given): string {
  const { t } = useTranslation()
  const what = `${row.endpoint.method} ${row.endpoint.path} ${column}`
  return count === 0
    ? t('coverage.never_at', { what })
    : t('coverage.seen_as', { seen: t('coverage.seen_at', { what, count }), as: t('coverage.fault') })
}

/** How to see it: in a sentence, as a command that counts, and at a press. */
function HowTo(given: Given) {
  const { row, column, count, requests } = given
  const { endpoint } = row
  const { t, i18n } = useTranslation()
  const href = useHref()
  const shown = useShown()
  const world = useWorldObject().data
  const file = useOpenApi().data
  const now = useEmulatedNow(MINUTE_MS)
  const status = statusOf(column)
  const operation = file && operationsOf(file).find(({ operationId }) => operationId === endpoint.id)
  const request =
    operation && world && now !== undefined ? recipeFor(status, { operation, tenants: world.tenants, now }) : undefined
  const { mutate, data, isPending } = useMutation({
    meta: { showsErrors: true },
    mutationFn: (given: NonNullable<typeof request>) => sendEmulated(given),
  })
  const how = `coverage.how.${status}`
  const curl = request && emulatedCurl(request, world?.base_url ?? '')
  return (
    <div className={classes.how_to}>
      <strong>{useSaid(given)}</strong>
      {count > 0 && <p>{t('coverage.fault_hint')}</p>}
      {i18n.exists(how) && <p>{t(how as 'coverage.how.401')}</p>}
      {curl && (
        <div className={classes.curl}>
          <CommandText>{shown(curl)}</CommandText>
          <CopyButton text={curl} what={t('common.command')} />
        </div>
      )}
      <div className={classes.ways}>
        {request && (
          <Action icon="play" loading={isPending} onClick={() => mutate(request)}>
            {t('coverage.send_now')}
          </Action>
        )}
        {status === 429 && (
          <Link className="link" href={href('limits')}>
            {t('screens.limits')}
          </Link>
        )}
        {count > 0 && (
          <Link className="link" href={requests}>
            {t('coverage.answers_of_fault')}
          </Link>
        )}
        <Link className="link" href={href('reference', endpoint.id)}>
          {t('screens.reference')}
        </Link>
        {data && <HttpStatus status={data.status} />}
        {data?.request_id != null && (
          <IdLink noun="request" id={data.request_id} text={t('screens.requests')} copy="hidden" />
        )}
      </div>
      {request && <p className="dim">{t('coverage.not_counted')}</p>}
    </div>
  )
}

/** A field of the matrix that is still empty, or that only a fault has filled, and the way to fill it. */
export function NotMet(given: Given) {
  const { count } = given
  const said = useSaid(given)
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow width={400}>
      <Popover.Target>
        <button
          type="button"
          className={classes.never}
          data-as={count === 0 ? undefined : 'fault'}
          aria-label={said}
          title={said}
          onClick={() => setOpened(before => !before)}
        >
          <Icon name={count === 0 ? 'minus' : 'faults'} size={count === 0 ? 12 : 11} />
          {count > 0 && count.toLocaleString('en')}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{opened && <HowTo {...given} />}</Popover.Dropdown>
    </Popover>
  )
}
