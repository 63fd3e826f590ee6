import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ForkedFromView } from '../../server/control/protocol/worlds.ts'
import { Action } from '../components/action.tsx'
import { Icon } from '../components/icons.tsx'
import { useHealth, useProblem } from '../data/health.ts'
import { useForkedFrom } from '../data/queries.ts'
import { useSending, useSetSending } from '../data/sending.ts'
import { wallClock } from '../data/time-text.ts'
import { useHref } from '../routing/use-place.ts'
import classes from './shell.module.css'

/** What keeps the world from being as it should, in the words of the machine, and the way out. */
function Problem() {
  const { t } = useTranslation()
  const href = useHref()
  const { refetch } = useHealth()
  const problem = useProblem()
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      {problem !== undefined && problem.kind !== 'broken' && (
        <>
          <Icon name="alert" />
          <strong>{t(`problems.${problem.kind}`)}</strong>
          <span lang="en">{problem.message}</span>
          {problem.kind === 'not_reset' || problem.kind === 'not_restored' ? (
            <Action component="a" href={href('snapshots')}>
              {t('problems.to_snapshots')}
            </Action>
          ) : (
            <Action onClick={() => void refetch()}>{t('problems.look_again')}</Action>
          )}
        </>
      )}
    </div>
  )
}

/** `03-10 23:59:50` of the calendar of Tokyo. */
const tokyoText = (at: string): string => {
  const { date, time } = wallClock(Date.parse(at), 'tokyo')
  return `${date.slice('yyyy-'.length)} ${time}`
}

/** The number with which the identifier of a request begins. */
const seqOf = (request_id: string): number => Number.parseInt(request_id.slice(0, 8), 16)

function forkedText(t: TFunction, { world_id: world, request_id, at: instant }: ForkedFromView): string {
  const at = tokyoText(instant)
  return request_id === null
    ? t('sending.forked_hint', { world, at })
    : t('sending.forked_before_hint', { world, at, seq: seqOf(request_id) })
}

/** While deliveries do not leave the process: else people look for the reason in their receiver. */
function HeldSending() {
  const { t } = useTranslation()
  const sending = useSending()
  const set = useSetSending()
  const from = useForkedFrom()
  const hint = from === undefined ? t('sending.held_hint') : forkedText(t, from)
  return (
    <div className={classes.notice} data-tone="info" data-lasting="" role="status">
      {sending === 'inbox_only' && (
        <>
          <Icon name="inbox" />
          <strong>{t('sending.held')}</strong>
          <span>{hint}</span>
          <Action loading={set.isPending} onClick={() => set.mutate('everywhere')}>
            {t('sending.let_out')}
          </Action>
        </>
      )}
    </div>
  )
}

/** Below the screen, where they move nothing, while something about the world would be taken for a fault of somebody else. */
export function Notices() {
  return (
    <>
      <Problem />
      <HeldSending />
    </>
  )
}
