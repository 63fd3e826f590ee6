import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Icon } from '../components/icons.tsx'
import { useHealth, useProblem } from '../data/health.ts'
import { useSending, useSetSending } from '../data/sending.ts'
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

/** While deliveries do not leave the process: else people look for the reason in their receiver. */
function HeldSending() {
  const { t } = useTranslation()
  const sending = useSending()
  const set = useSetSending()
  return (
    <div className={classes.notice} data-tone="info" role="status">
      {sending === 'inbox_only' && (
        <>
          <Icon name="inbox" />
          <strong>{t('sending.held')}</strong>
          <span>{t('sending.held_hint')}</span>
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
