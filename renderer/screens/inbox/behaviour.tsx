import { Button, NumberInput, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InboxBehaviour } from '../../../server/control/protocol/inboxes.ts'
import { behaviourText, OK } from '../../components/behaviour-text.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { unitText } from '../../data/time-text.ts'
import classes from './inbox.module.css'
import { useBehave } from './use-inbox.ts'

/** Answers that receivers give on bad days, one press each. */
const PRESETS = {
  ok: { icon: 'check', behaviour: {} },
  error: { icon: 'cross', behaviour: { status: 500 } },
  busy: { icon: 'cross', behaviour: { status: 503 } },
  gone: { icon: 'alert', behaviour: { status: 410 } },
  redirect: { icon: 'redirect', behaviour: { status: 302 } },
  slow: { icon: 'clock', behaviour: { delay: 'PT3S' } },
  hang: { icon: 'pause', behaviour: { hang: true } },
} as const satisfies Record<string, { icon: IconName; behaviour: InboxBehaviour }>
type Preset = keyof typeof PRESETS

/** Only what differs from the plain answer tells two behaviours apart. */
const essence = ({ status = OK, delay = 'PT0S', hang = false }: InboxBehaviour) => `${status} ${delay} ${hang}`

function CustomAnswer({ times, onSet }: { times: number | undefined; onSet: (behaviour: InboxBehaviour) => void }) {
  const { t } = useTranslation()
  const [status, setStatus] = useState<number | string>(429)
  const [delay, setDelay] = useState<number | string>(0)
  const [body, setBody] = useState('')
  return (
    <form
      className={classes.custom}
      onSubmit={event => {
        event.preventDefault()
        onSet({
          status: Number(status),
          delay: Number(delay) > 0 ? `PT${delay}S` : undefined,
          body: body || undefined,
          times,
        })
      }}
    >
      <NumberInput size="xs" w={84} min={100} max={599} label={t('inbox.status')} value={status} onChange={setStatus} />
      <NumberInput
        size="xs"
        w={130}
        min={0}
        max={60}
        decimalScale={1}
        suffix={unitText('s')}
        label={t('inbox.delay')}
        title={t('inbox.delay_hint')}
        value={delay}
        onChange={setDelay}
      />
      <TextInput
        size="xs"
        flex={1}
        miw={120}
        label={t('inbox.body')}
        value={body}
        onChange={({ currentTarget: { value } }) => setBody(value)}
        spellCheck={false}
      />
      <Button type="submit" size="xs" variant="default">
        {t('inbox.custom')}
      </Button>
    </form>
  )
}

const isPlain = (behaviour: InboxBehaviour) => essence(behaviour) === essence({}) && behaviour.body === undefined

/**
 * How often an answer is given: how often it still will be, and, where the receiver gives the plain one, which has no end, how often the
 * one that is chosen next will be.
 */
function useTimes({ name, behaviour }: Props) {
  const { mutate } = useBehave(name)
  /** What was typed and the receiver does not have: for the next answer, or on its way. */
  const [typed, setTyped] = useState<number | string>()
  const answer = `${essence(behaviour)} ${behaviour.body}`
  const [typedFor, setTypedFor] = useState(answer)
  // Used up, or told otherwise by somebody else.
  if (typedFor !== answer) {
    setTypedFor(answer)
    setTyped(undefined)
  }
  const entered = typed ?? behaviour.times ?? ''
  const timesOf = (count: number | string) => (count === '' ? undefined : Number(count))
  const isCount = (count: number | string) => count === '' || Number(count) >= 1
  const set = (body: InboxBehaviour) => mutate(body, { onSettled: () => setTyped(undefined) })
  /** Holds at once for an answer that is not the plain one. */
  const setTimes = (count: number | string) => {
    setTyped(count)
    if (!isPlain(behaviour) && isCount(count)) set({ ...behaviour, times: timesOf(count) })
  }
  return { entered, times: isCount(entered) ? timesOf(entered) : undefined, setTimes, set }
}

interface Props {
  name: string
  behaviour: InboxBehaviour
}

/** Chooses how a receiver answers from now on. */
export function Behaviour({ name, behaviour }: Props) {
  const { t } = useTranslation()
  const { entered, times, setTimes, set } = useTimes({ name, behaviour })
  const hintId = useId()
  const ofNext = times === undefined ? undefined : t('inbox.times_of_next', { times })
  const hint = isPlain(behaviour)
    ? ofNext
    : t(behaviour.times === undefined ? 'inbox.times_at_once' : 'inbox.times_left')
  return (
    <section className={classes.behaviour} aria-label={t('inbox.behaviour')}>
      <div className={classes.presets}>
        <span className={classes.presets_label}>{t('inbox.behaviour')}</span>
        {(Object.keys(PRESETS) as Preset[]).map(preset => {
          const { icon, behaviour: answer } = PRESETS[preset]
          const isSet = essence(answer) === essence(behaviour)
          return (
            <Button
              key={preset}
              size="compact-sm"
              variant={isSet ? 'light' : 'default'}
              aria-pressed={isSet}
              leftSection={<Icon name={icon} size={12} />}
              onClick={() => set({ ...answer, times: preset === 'ok' ? undefined : times })}
            >
              {t(`inbox.answers.${preset}`)}
            </Button>
          )
        })}
        <span className={classes.times}>
          {t('inbox.times')}
          <NumberInput
            size="xs"
            w={96}
            min={1}
            allowDecimal={false}
            aria-label={t('inbox.times')}
            aria-describedby={hint === undefined ? undefined : hintId}
            suffix=" ×"
            placeholder={t('inbox.times_always')}
            value={entered}
            onChange={setTimes}
          />
        </span>
      </div>
      <div className={classes.now}>
        <strong role="status">
          {t('inbox.now_answers', { answer: behaviourText(behaviour, t('inbox.answers.hang')) })}
        </strong>
        {hint !== undefined && (
          <span className="dim" id={hintId}>
            {hint}
          </span>
        )}
        <details>
          <summary>{t('inbox.another')}</summary>
          <CustomAnswer times={times} onSet={set} />
        </details>
      </div>
    </section>
  )
}
