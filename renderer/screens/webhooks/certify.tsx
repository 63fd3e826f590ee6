import { Button, Loader, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertifyCase, CertifyResult } from '../../../server/control/protocol.ts'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { Icon } from '../../components/icons.tsx'
import { Judgement } from '../../components/judgement.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { durationText } from '../../data/time-text.ts'
import { titleText } from '../../i18n/said.ts'
import { textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { useAllWebhooks, useCertify, useWebhookSecret } from './use-webhooks.ts'
import classes from './webhooks.module.css'

// The secret stays out of the address: addresses are shared and kept.
const FIELDS = { url: textField() }

function Case({ result }: { result: CertifyCase }) {
  const { t } = useTranslation()
  const { passed, expected, observed, fix, duration_ms } = result
  return (
    <li className={classes.case} data-passed={passed}>
      <Badge tone={passed ? 'good' : 'bad'} icon={passed ? 'check' : 'cross'} look="plain">
        {t(passed ? 'webhooks.passed' : 'webhooks.not_passed')}
      </Badge>
      <div>
        <div className={classes.case_title}>
          {titleText(t, 'certification', result)} <span className="dim">{durationText(duration_ms)}</span>
        </div>
        {!passed && (
          <KeyValue
            pairs={[
              [t('webhooks.expected'), expected],
              [t('webhooks.observed'), observed],
              [t('webhooks.fix'), fix],
            ]}
          />
        )}
      </div>
    </li>
  )
}

function Scorecard({ result }: { result: CertifyResult }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('webhooks.cases')} className={classes.scorecard}>
      <Judgement is={result.passed ? 'good' : 'bad'} icon={result.passed ? 'check' : 'alert'}>
        <strong>{t('webhooks.score', result.score)}</strong>
        <span>{t(result.passed ? 'webhooks.certified' : 'webhooks.not_certified')}</span>
      </Judgement>
      <ul className={classes.cases}>
        {result.cases.map(one => (
          <Case key={one.id} result={one} />
        ))}
      </ul>
    </section>
  )
}

/** Runs the catalogue against a receiver and shows what it judged wrongly. */
export function Certify() {
  const { t } = useTranslation()
  const [{ url }, setState] = useUrlState(FIELDS)
  const [secret, setSecret] = useState('')
  const webhooks = useAllWebhooks().filter(({ deleted_at }) => deleted_at === null)
  const certify = useCertify()
  const readSecret = useWebhookSecret()
  const take = (id: string | null) => {
    const webhook = webhooks.find(({ webhook_id }) => String(webhook_id) === id)
    if (!webhook) return
    setState({ url: webhook.url })
    readSecret.mutate(webhook.webhook_id, { onSuccess: found => setSecret(found ?? '') })
  }
  return (
    <div className={classes.page}>
      <form
        className={classes.certify}
        onSubmit={event => {
          event.preventDefault()
          certify.mutate({ url, secret })
        }}
      >
        <p className={detail.note}>{t('webhooks.certify_about')}</p>
        <Select
          size="xs"
          label={t('webhooks.from_webhook')}
          placeholder={t('webhooks.from_webhook_hint')}
          data={webhooks.map(({ webhook_id, url: target, tenant }) => ({
            value: String(webhook_id),
            label: `${webhook_id} · ${tenant} · ${target}`,
          }))}
          value={null}
          onChange={take}
        />
        <TextInput
          size="xs"
          label={t('webhooks.receiver_url')}
          placeholder="https://crm.example.com/hooks"
          value={url}
          onChange={({ currentTarget: { value } }) => setState({ url: value })}
          classNames={{ input: detail.code ?? '' }}
          spellCheck={false}
        />
        <TextInput
          size="xs"
          label={t('webhooks.receiver_secret')}
          placeholder="whsec_…"
          value={secret}
          onChange={({ currentTarget: { value } }) => setSecret(value)}
          classNames={{ input: detail.code ?? '' }}
          spellCheck={false}
          autoComplete="off"
        />
        <Button
          type="submit"
          loading={certify.isPending}
          disabled={url === '' || secret === ''}
          leftSection={<Icon name="check" size={14} />}
        >
          {t('webhooks.run')}
        </Button>
      </form>
      <div aria-live="polite">
        {certify.isPending && (
          <p className={classes.running}>
            <Loader size="xs" /> {t('webhooks.running')}
          </p>
        )}
        {certify.data && !certify.isPending && <Scorecard result={certify.data} />}
      </div>
    </div>
  )
}
