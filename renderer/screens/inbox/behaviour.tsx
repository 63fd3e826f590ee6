import { Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
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

/** Chooses how a receiver answers from now on. */
export function Behaviour({ name, behaviour }: { name: string; behaviour: InboxBehaviour }) {
  const { t } = useTranslation()
  const { mutate } = useBehave(name)
  const [count, setCount] = useState<number | string>('')
  const timesOf = (entered: number | string) => (entered === '' ? undefined : Number(entered))
  const times = timesOf(count)
  /** Holds at once for an answer that is not the plain one, which has no end. */
  const setTimes = (entered: number | string) => {
    setCount(entered)
    if (essence(behaviour) !== essence({})) mutate({ ...behaviour, times: timesOf(entered) })
  }
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
              onClick={() => mutate({ ...answer, times: preset === 'ok' ? undefined : times })}
            >
              {t(`inbox.answers.${preset}`)}
            </Button>
          )
        })}
        <span className={classes.times} title={t('inbox.times_hint')}>
          {t('inbox.times')}
          <NumberInput
            size="xs"
            w={96}
            min={1}
            aria-label={t('inbox.times')}
            suffix=" ×"
            placeholder={t('inbox.times_always')}
            value={count}
            onChange={setTimes}
          />
        </span>
      </div>
      <div className={classes.now}>
        <strong role="status">
          {t('inbox.now_answers', { answer: behaviourText(behaviour, t('inbox.answers.hang')) })}
        </strong>
        <details>
          <summary>{t('inbox.another')}</summary>
          <CustomAnswer times={times} onSet={mutate} />
        </details>
      </div>
    </section>
  )
}
