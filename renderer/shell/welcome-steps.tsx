import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../server/control/protocol/worlds.ts'
import { Action } from '../components/action.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icons.tsx'
import { Loading } from '../components/loading.tsx'
import { ANSWERED_NUMBER } from '../data/answered-number.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { controlCurl } from '../data/control-curl.ts'
import { emulatedCurl } from '../data/emulated-curl.ts'
import { callApi, EmulatedError } from '../data/emulated-request.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { useHref } from '../routing/use-place.ts'
import classes from './welcome.module.css'
import { type FirstSteps, HOOK, type Outcome, useFirstSteps } from './welcome-progress.ts'

/** The call and what follows it are over then. */
const UNTIL_ANSWERED_CALL_IS_OVER = 'PT2M'

/** In their order. */
const STEPS = ['request', 'webhook', 'call'] as const satisfies readonly (keyof FirstSteps)[]

/** What the outcomes are read from. */
const TOUCHED = ['requests', 'webhooks', 'calls', 'deliveries'] as const

interface Does {
  label: 'do_it' | 'again' | 'pass'
  run: () => Promise<unknown>
}

/** A refusal is an answer too, and no success. */
const isRefusal = (outcome: Outcome) => outcome.text === 'answered' && outcome.status >= 400

function outcomeText(t: TFunction, outcome: Outcome): string {
  if (outcome.text !== 'answered') return t(`welcome.${outcome.text}`)
  const { sent, status } = outcome
  return sent === undefined ? t('welcome.answered', { status }) : t('welcome.answered_to', { sent, status })
}

interface StepProps {
  title: string
  about: string
  command: string
  /** The one to do next. */
  isNext: boolean
  isDone: boolean
  outcomes: readonly Outcome[]
  /** What its button does now; none where doing it once more would change nothing. */
  does: Does | undefined
}

function Step({ title, about, command, isNext, isDone, outcomes, does }: StepProps) {
  const { t } = useTranslation()
  const href = useHref()
  const world = useWorldId()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Does) => run(),
    // The button waits for what came of it, also when it failed halfway.
    onSettled: () =>
      Promise.all(TOUCHED.map(area => queryClient.invalidateQueries({ queryKey: keys.area(world, area) }))),
  })
  const usual = isNext ? 'filled' : 'default'
  return (
    <li className={classes.step} data-done={isDone ? '' : undefined}>
      <div className={classes.what}>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={classes.actions}>
        {does !== undefined && (
          <Action
            icon={does.label === 'again' ? 'replay' : 'play'}
            variant={isDone ? 'subtle' : usual}
            loading={isPending}
            onClick={() => mutate(does)}
          >
            {t(`welcome.${does.label}`)}
          </Action>
        )}
      </div>
      <div className={classes.command}>
        <pre>{command}</pre>
        <CopyButton text={command} what={t('common.command')} />
      </div>
      <p className={classes.outcome} role="status">
        {!isPending &&
          outcomes.map(outcome => (
            <a
              key={`${outcome.text} ${isRefusal(outcome)}`}
              className="link"
              data-refused={isRefusal(outcome) ? '' : undefined}
              href={`${href(...outcome.place)}${outcome.search ?? ''}`}
            >
              <Icon name={isRefusal(outcome) ? 'alert' : isDone ? 'check' : 'minus'} size={13} />{' '}
              {outcomeText(t, outcome)}
            </a>
          ))}
      </p>
    </li>
  )
}

interface StepsProps {
  tenant: TenantView
  apiKey: string
  /** Of the emulated API. */
  baseUrl: string
  controlUrl: string
}

/** Three first steps: each says what it does, as a command too, and what has come of it. */
export function Steps({ tenant, apiKey: key, baseUrl, controlUrl }: StepsProps) {
  const { t } = useTranslation()
  const { advance } = useClockControl()
  const progress = useFirstSteps(tenant.tenant)
  if (progress === undefined) return <Loading height={420} at="inside" />
  const { webhook, call } = progress
  const next = STEPS.find(step => progress[step].is === 'open')
  const of = (step: keyof FirstSteps) => ({
    isNext: step === next,
    isDone: progress[step].is === 'done',
    outcomes: progress[step].outcomes,
  })
  const again = (step: keyof FirstSteps) => (progress[step].outcomes.length === 0 ? 'do_it' : 'again')
  const placed = { phone_number: ANSWERED_NUMBER, staff_id: tenant.staff_ids[0], project_id: tenant.project_ids[0] }
  const curl = (method: string, path: string, body?: unknown) =>
    emulatedCurl({ method, path, key, body: body === undefined ? undefined : JSON.stringify(body) }, baseUrl)
  const pass = controlCurl('POST', `${controlUrl}/clock/advance`, JSON.stringify({ by: UNTIL_ANSWERED_CALL_IS_OVER }))
  // What went wrong is shown by whoever moves the clock.
  const letPass = () => new Promise(settled => advance({ by: UNTIL_ANSWERED_CALL_IS_OVER }, settled))
  /** Whether it did what it was to do. A refusal is an answer, too: the step leads to its reason. */
  const send = async (method: string, path: string, body?: unknown): Promise<boolean> => {
    try {
      await callApi({ method, path, key, body })
      return true
    } catch (error) {
      if (!(error instanceof EmulatedError)) throw error
      return false
    }
  }
  const isUnderWay = call.outcomes.some(({ text }) => text === 'not_over')
  return (
    <ol className={classes.steps}>
      <Step
        {...of('request')}
        title={t('welcome.request')}
        about={t('welcome.request_about')}
        command={curl('GET', '/customers')}
        does={{ label: again('request'), run: () => send('GET', '/customers') }}
      />
      <Step
        {...of('webhook')}
        title={t('welcome.webhook')}
        about={t('welcome.webhook_about')}
        command={curl('POST', '/webhooks', HOOK)}
        does={
          webhook.is === 'done' || webhook.isOwn
            ? undefined
            : {
                label: webhook.outcomes.some(isRefusal) ? 'again' : 'do_it',
                run: () => send('POST', '/webhooks', HOOK),
              }
        }
      />
      <Step
        {...of('call')}
        title={t('welcome.call')}
        about={t('welcome.call_about')}
        command={`${curl('POST', '/calls/initiate', placed)}\n${pass}`}
        does={
          isUnderWay
            ? { label: 'pass', run: letPass }
            : {
                label: again('call'),
                run: async () => {
                  if (await send('POST', '/calls/initiate', placed)) await letPass()
                },
              }
        }
      />
    </ol>
  )
}
