import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DRILL_SECRET } from '../../../server/contract/drills.ts'
import { Icon } from '../../components/icons.tsx'
import { SecretText } from '../../components/secret-text.tsx'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { useKnownWebhooks } from '../../data/use-page.ts'
import { COUNTS_WORK, EFFECTS_EXAMPLE, RECEIVER_EXAMPLE } from './drill-commands.ts'
import classes from './drills.module.css'

/** Which receiver is tried, and by what it is known that it works once. */
export function ReceiverFields({
  drill,
  receiver,
  onReceiver,
  effects,
  onEffects,
}: {
  drill: string
  receiver: string
  onReceiver: (receiver: string) => void
  effects: string
  onEffects: (effects: string) => void
}) {
  const { t } = useTranslation()
  return (
    <div>
      <UrlField of="receiver" example={RECEIVER_EXAMPLE} value={receiver} onChange={onReceiver} />
      {receiver === '' && <NobodyToTry />}
      <p className={classes.secret}>
        {t('drills.receiver_secret')}
        {t('common.colon')}
        <SecretText secret={DRILL_SECRET} what={t('drills.secret')} />
      </p>
      {COUNTS_WORK.includes(drill) && (
        <UrlField of="effects" example={EFFECTS_EXAMPLE} value={effects} onChange={onEffects} />
      )}
    </div>
  )
}

/** Where no webhook of the world leads to a receiver, nobody is tried without a URL. */
function NobodyToTry() {
  const { t } = useTranslation()
  const webhooks = useKnownWebhooks()
  const enabled = webhooks?.filter(({ is_enabled, deleted_at }) => is_enabled && deleted_at === null)
  if (enabled === undefined || enabled.some(({ url }) => inboxNameOf(url) === undefined)) return null
  return (
    <p className={classes.nobody}>
      <Icon name="alert" size={14} />
      <span>{t(enabled.length === 0 ? 'drills.no_webhooks' : 'drills.inboxes_only')}</span>
    </p>
  )
}

interface UrlFieldProps {
  of: 'receiver' | 'effects'
  example: string
  value: string
  onChange: (url: string) => void
}

/** A URL of the user's own program, with what it is for. */
function UrlField({ of, example, value, onChange }: UrlFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        size="xs"
        label={t(`drills.${of}`)}
        placeholder={example}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        spellCheck={false}
      />
      <p className={classes.hint}>{t(`drills.${of}_hint`)}</p>
    </>
  )
}
