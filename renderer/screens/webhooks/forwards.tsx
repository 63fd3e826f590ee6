import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Sending, useSending, useSetSending } from '../../data/sending.ts'
import { ForwardRules } from './forward-rules.tsx'
import forwards from './forwards.module.css'
import { TryForward } from './try-forward.tsx'
import { useForwards } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const SENDINGS = ['everywhere', 'inbox_only'] as const satisfies readonly Sending[]

/** Whether deliveries leave the process at all. */
function Reach({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const set = useSetSending()
  return (
    <Select
      size="xs"
      w={440}
      mt="md"
      label={t('sending.label')}
      allowDeselect={false}
      data={SENDINGS.map(value => ({ value, label: t(`sending.${value}`) }))}
      value={sending}
      onChange={chosen => set.mutate(chosen === 'inbox_only' ? 'inbox_only' : 'everywhere')}
    />
  )
}

/** Deliveries on the machine of the developer: one press sets it up and shows what came back; below it every rule, and how far deliveries go. */
export function Forwards() {
  const saved = useForwards().data?.data
  const sending = useSending()
  if (saved === undefined || sending === undefined) return <div className={classes.page} aria-busy />
  return (
    <div className={`${classes.page} ${forwards.beside}`}>
      <TryForward rules={saved} sending={sending} />
      <div>
        <ForwardRules saved={saved} />
        <Reach sending={sending} />
      </div>
    </div>
  )
}
