import { useTranslation } from 'react-i18next'
import type { Scope } from '../../server/contract/scopes.ts'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import type { LimitName } from '../../server/control/protocol/limits.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { useLimits, useReplay } from '../data/queries.ts'
import { keyFor } from '../data/tenant-keys.ts'
import { useIssueKey } from '../data/tenants.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { useGo, useHref } from '../routing/use-place.ts'
import { usePresenting, useShown } from '../routing/use-present.ts'
import { Action } from './action.tsx'
import { AlsoNow, PastLimits } from './also-now.tsx'
import { Conflict } from './conflict.tsx'
import { fullWindows, keyOf, type Told } from './gate-words.ts'
import classes from './next-steps.module.css'
import { notifyDone, notifyFailed } from './notify.tsx'
import { PastItsFault } from './past-its-fault.tsx'
import { type Refuser, refusedThen, refusersText, useRefusersAt } from './refused-now.ts'
import { Resend } from './resend.tsx'
import { roomText } from './room-text.ts'
import { ChangeTenant, GiveBack } from './tenant-ways.tsx'
import { Countdown } from './time.tsx'
import { veiledBody, veiledTarget } from './veiled-text.ts'

/** What opens a request to be changed, by what is to be changed. */
export type Edits = 'correct' | 'choose_key'

interface Props {
  step: TraceStep
  told: Told
  onEdit: (as: Edits) => void
  /** Something else that is offered comes first. */
  isSecond?: boolean | undefined
  /** Told of the request that was sent again as it was; without it, the page has a button of its own for that. */
  onSent?: ((id: string) => void) | undefined
  /** Stands among the steps of another check. */
  isWithin?: boolean | undefined
}

/** The one that refused is what most people are here to get past. */
const lookOf = ({ step: { outcome, gate }, isSecond = false }: Pick<Props, 'step' | 'isSecond'>) =>
  outcome === 'rejected' && gate !== 'fault' && !isSecond ? ('filled' as const) : ('default' as const)

type Refusers = readonly Refuser[] | undefined

/** What refused does so no more, as its window is over or has room: whether the request gets through now, and else what refuses it next. */
function ThroughNow({ refusers, hasRoom, ...props }: Props & { refusers: Refusers; hasRoom: string | undefined }) {
  const { t } = useTranslation()
  const { step, told, onSent } = props
  if (refusers === undefined) return null
  const [first] = refusers
  if (first === undefined)
    return (
      <>
        <span>{hasRoom ?? t('trace.window_over')}</span>
        {onSent && <Resend id={told.exchange.request_id} look={lookOf(props)} onSent={onSent} />}
      </>
    )
  const isSame = refusers.length === 1 && first.step.gate === step.gate
  const checks = refusersText(t, refusers, told)
  const isOver = () => (isSame ? t('trace.window_over_full') : t('trace.window_over_refused', { checks }))
  return (
    <>
      <span className="dim">{hasRoom === undefined ? isOver() : t('trace.room_refused', { checks })}</span>
      {/* First things first: what is refused by a limit comes as far as the other checks only when that has room. */}
      {first.limits === undefined ? (
        <NextSteps {...props} step={first.step} onSent={undefined} isWithin />
      ) : (
        <PastLimits tenant={told.exchange.tenant} refusers={refusers} />
      )}
    </>
  )
}

/** To the instant at which the limit lets requests through again, while that is still to come. */
function JumpToReset({ limits, ...props }: Props & { limits: readonly LimitName[] }) {
  const { t } = useTranslation()
  const { step, told, isSecond } = props
  const href = useHref()
  const now = useEmulatedNow()
  const { advance, busy } = useClockControl()
  const tenant = told.exchange.tenant ?? ''
  const after = Number(step.figures?.retry_after ?? 0)
  const at = Date.parse(told.exchange.at) + after * 1_000
  const reset = Math.floor(at / 1_000) * 1_000
  const isOver = now !== undefined && now >= reset
  const present = useLimits(tenant).data
  // Set anew or raised since, it lets requests through before that.
  const hasRoom = isOver ? undefined : roomText(t, step, limits, present)
  const isPast = isOver || hasRoom !== undefined
  const refusers = useRefusersAt(told, isPast ? (now ?? reset) : reset)
  // Where another limit refuses it now, the way past that one stands there.
  const hasJump = !isOver && !(isPast && refusers?.some(refuser => refuser.limits !== undefined))
  return (
    <>
      {isPast && <ThroughNow {...props} refusers={refusers} hasRoom={hasRoom} />}
      {hasJump && (
        <Action
          variant={isPast ? 'default' : lookOf({ step, isSecond })}
          icon="skip"
          disabled={busy}
          onClick={() => advance({ to: new Date(reset).toISOString() })}
        >
          <span>
            {t('trace.jump_to_reset')} {t('clock.in')} <Countdown to={reset} />
          </span>
        </Action>
      )}
      {!isOver && <GiveBack tenant={tenant} limits={limits} />}
      {/* What is used now says nothing of a window that is over: its limits are shown as the request found them. */}
      <Action
        component="a"
        href={
          isOver
            ? `${href('limits', tenant)}?${new URLSearchParams({ request: told.exchange.request_id })}`
            : href('limits', tenant)
        }
      >
        {t('trace.show_limits')}
      </Action>
      {/* Below its own check each of the others says so itself, and beside this one what would have refused it then stands already. */}
      {!isPast && step.outcome === 'rejected' && refusers?.some(refuser => !refusedThen(refuser, told)) && (
        <span className="dim">{t('trace.reset_refused', { checks: refusersText(t, refusers, told) })}</span>
      )}
    </>
  )
}

/** Issues a key like the one that was used, with the scope that it lacks, and sends the request with it. */
function IssueKey({ step, told, isSecond, onEdit, also }: Props & { also: React.ReactNode }) {
  const { t } = useTranslation()
  const go = useGo()
  const href = useHref()
  const { exchange } = told
  const required = String(step.figures?.required) as Scope
  const key = keyOf(told)
  const issue = useIssueKey(exchange.tenant ?? '')
  const replay = useReplay()
  const isPresenting = usePresenting()
  const run = () =>
    issue.mutate(
      {
        mode: key?.mode ?? 'live',
        scopes: [...(key?.scopes ?? []), required],
        label: `${key?.label ?? 'key'} + ${required}`,
      },
      {
        onError: notifyFailed,
        onSuccess: issued => {
          const headers = { Authorization: `Bearer ${issued.key}` }
          replay.mutate(
            { id: exchange.request_id, changes: { headers } },
            {
              onSuccess: ({ request_id }) => {
                notifyDone(t('trace.key_issued', { key: issued.masked, tenant: exchange.tenant ?? '' }))
                go(['requests', request_id])
              },
            },
          )
        },
      },
    )
  // Nobody issues a key before others: they are told what it takes.
  if (isPresenting) {
    const tenant = told.world?.tenants.find(candidate => candidate.tenant === exchange.tenant)
    return (
      <>
        <span className="dim">{t('trace.takes_key', { required })}</span>
        {keyFor(tenant, required) !== undefined && (
          <Action variant={lookOf({ step, isSecond })} icon="edit" onClick={() => onEdit('choose_key')}>
            {t('trace.choose_key')}
          </Action>
        )}
        {also}
        {tenant && (
          <Action component="a" href={href('tenants', tenant.tenant)}>
            {t('trace.show_tenant')}
          </Action>
        )}
      </>
    )
  }
  return (
    <>
      <Action
        variant={lookOf({ step, isSecond })}
        icon="tenants"
        loading={issue.isPending || replay.isPending}
        onClick={run}
      >
        {t('trace.issue_key', { required })}
      </Action>
      {also}
    </>
  )
}

/** The plan that has what is missing, or the switch that is off. */
function License({ step, told, isSecond }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const slug = told.exchange.tenant ?? ''
  const tenant = told.world?.tenants.find(candidate => candidate.tenant === slug)
  if (tenant === undefined) return null
  const isOff = !tenant.open_api_enabled
  // What every plan may do waits for the switch alone.
  const needsPlan = step.figures?.needs_open_api_advanced !== false
  const isDone = !isOff && (!needsPlan || (tenant.plan !== null && tenant.plan !== 'free'))
  return (
    <>
      {isDone ? (
        <span className="dim">{t('trace.may_now', { tenant: slug })}</span>
      ) : (
        <ChangeTenant tenant={tenant} of={isOff ? 'open_api' : 'plan'} variant={lookOf({ step, isSecond })} />
      )}
      <Action component="a" href={href('tenants', slug)}>
        {t('trace.show_tenant')}
      </Action>
    </>
  )
}

const PLACES = { customers: 'customers', calls: 'calls', webhooks: 'webhooks' } as const

/** Where the things of that kind are that the tenant does have. */
function ShowThings({ told }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const kind = PLACES[told.exchange.path.split('/')[1] as keyof typeof PLACES]
  const tenant = told.exchange.tenant ?? ''
  if (kind === undefined) return null
  const address = {
    customers: href('data', tenant, 'customers'),
    calls: `${href('calls')}?tenant=${tenant}`,
    webhooks: `${href('webhooks')}?tenant=${tenant}`,
  }
  return (
    <Action component="a" href={address[kind]}>
      {t(`trace.show_${kind}`, { tenant })}
    </Action>
  )
}

/** Those that are past with time alone look at what refuses then by themselves. */
const OF_TIME: ReadonlySet<string> = new Set(['rate', 'quota'])

/** What gets a request past a check: as buttons that do it, or lead to where it is done. */
export function NextSteps(props: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const { step, told, onEdit } = props
  const { request, path, query } = told.exchange
  const forOthers = useShown()
  // What is hidden is sent as it was, and the rest is corrected: where they can be told apart.
  const isFrozen =
    veiledBody(request.body.text ?? '', forOthers) === undefined ||
    veiledTarget(`${path}?${query}`, forOthers) === undefined
  const edit = (as: Edits) =>
    as === 'correct' && isFrozen ? (
      <span>{t('trace.correct_elsewhere')}</span>
    ) : (
      <Action variant={lookOf(props)} icon="edit" onClick={() => onEdit(as)}>
        {t(`trace.${as}`)}
      </Action>
    )
  /** What is offered here gets past these. */
  const isPassed = ({ gate, figures }: TraceStep) =>
    gate === step.gate
      ? figures?.fault_id === step.figures?.fault_id || gate !== 'fault'
      : gate === 'validation' && step.gate === 'fault'
  // Below its own check each of the others says so itself.
  const also = step.outcome === 'rejected' && !props.isWithin && !OF_TIME.has(step.gate) && (
    <AlsoNow told={told} matters={other => !isPassed(other)} />
  )
  const steps: Readonly<Record<string, () => React.ReactNode>> = {
    rate: () => <JumpToReset {...props} limits={fullWindows(step.figures ?? {})} />,
    quota: () => <JumpToReset {...props} limits={['day']} />,
    scope: () => <IssueKey {...props} also={also} />,
    license: () => <License {...props} />,
    authenticate: () => edit('choose_key'),
    validation: () => edit('correct'),
    route: () => (
      <>
        {edit('correct')}
        <Action component="a" href={href('reference')}>
          {t('trace.show_reference')}
        </Action>
      </>
    ),
    handler: () => {
      if (step.code === 'validation_error') return edit('correct')
      return step.code === 'duplicate_external_id' ? (
        <Conflict told={told} look={lookOf(props)} />
      ) : (
        <ShowThings {...props} />
      )
    },
    fault: () => <PastItsFault {...props} correct={edit('correct')} />,
  }
  const shown = steps[step.gate]?.()
  if (shown === undefined || shown === null) return null
  if (props.isWithin) return shown
  return (
    <div className={classes.next_steps}>
      {shown}
      {step.gate !== 'scope' && also}
    </div>
  )
}
