import { Loader, PasswordInput, Select, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import detail from '../../components/detail.module.css'
import { ErrorText } from '../../components/error-text.tsx'
import { useAllWebhooks } from '../../data/use-page.ts'
import { scoreText } from '../../i18n/certification-text.ts'
import { textField } from '../../routing/url-state.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './certify.module.css'
import { Scorecard } from './scorecard.tsx'
import { Scorecards } from './scorecards.tsx'
import { newestOfEach, useCertifications, useCertify, useReadSecret } from './use-webhooks.ts'
import parts from './webhooks.module.css'

// The secret stays out of the address: addresses are shared and kept. That of the webhook is read here.
const FIELDS = {
  url: textField(),
  effects: textField(),
  webhook: textField(),
  /** The number of one certification, which need not be the newest of its receiver. */
  run: textField(),
}

/** Runs the catalogue against a receiver and shows what it judged wrongly. */
export function Certify() {
  const { t } = useTranslation()
  const [{ url, effects, webhook: asked, run }, setState] = useUrlState(FIELDS)
  const href = useHref()
  const [secret, setSecret] = useState('')
  // The webhook that filled in both.
  const [source, setSource] = useState<number>()
  const webhooks = useAllWebhooks().filter(({ deleted_at }) => deleted_at === null)
  const certify = useCertify()
  const certifications = useCertifications()
  const scorecards = newestOfEach(certifications)
  const readSecret = useReadSecret()
  const take = (id: string | null) => {
    const webhook = webhooks.find(({ webhook_id }) => String(webhook_id) === id)
    if (!webhook) return
    setState({ url: webhook.url, webhook: String(webhook.webhook_id), run: '' })
    setSource(webhook.webhook_id)
    readSecret.mutate(webhook.webhook_id, { onSuccess: ({ secret }) => setSecret(secret) })
  }
  // Who comes from a webhook has said whose secret it is.
  const isKnown = webhooks.some(({ webhook_id, url: own }) => String(webhook_id) === asked && own === url)
  const isPresenting = usePresenting()
  const isToBeRead = isKnown && source === undefined && !isPresenting
  const { mutate: read } = readSecret
  useEffect(() => {
    if (!isToBeRead) return
    setSource(Number(asked))
    read(Number(asked), { onSuccess: ({ secret }) => setSecret(secret) })
  }, [isToBeRead, asked, read])
  const isIncomplete = url === '' || secret === ''
  const isSource = webhooks.some(webhook => webhook.webhook_id === source && webhook.url === url)
  const newest =
    certify.data?.url === url
      ? certify.data
      : // Who has named no receiver sees how the last one did.
        (scorecards.find(scorecard => scorecard.url === url) ?? (url === '' ? scorecards[0] : undefined))
  const named = certifications.find(({ id }) => String(id) === run)
  const shown = named ?? newest
  const newer = named && scorecards.find(scorecard => scorecard.url === named.url && scorecard.id !== named.id)
  return (
    <div className={classes.page}>
      <Backstage>
        <form
          className={classes.form}
          onSubmit={event => {
            event.preventDefault()
            setState({ run: '' })
            certify.mutate({ url, secret, effects_url: effects || undefined })
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
            value={isSource ? String(source) : null}
            allowDeselect={false}
            onChange={take}
          />
          <TextInput
            size="xs"
            label={t('webhooks.receiver_url')}
            placeholder="https://crm.example.com/hooks"
            value={url}
            onChange={({ currentTarget: { value } }) => setState({ url: value, run: '' })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <PasswordInput
            size="xs"
            label={t('webhooks.receiver_secret')}
            placeholder="whsec_…"
            value={secret}
            onChange={({ currentTarget: { value } }) => setSecret(value)}
            classNames={{ innerInput: detail.code ?? '' }}
            visibilityToggleButtonProps={{
              'aria-label': t('common.show_what', { what: t('webhooks.receiver_secret') }),
            }}
            spellCheck={false}
            autoComplete="off"
          />
          <TextInput
            size="xs"
            label={t('webhooks.effects_url')}
            description={t('webhooks.effects_url_hint')}
            placeholder="http://127.0.0.1:3000/work-done"
            value={effects}
            onChange={({ currentTarget: { value } }) => setState({ effects: value })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <Action
            type="submit"
            size="sm"
            variant="filled"
            icon="check"
            loading={certify.isPending}
            disabled={isIncomplete}
          >
            {t('webhooks.run')}
          </Action>
          {certify.error && !certify.isPending && (
            <p role="alert" className={parts.refused}>
              <ErrorText error={certify.error} />
            </p>
          )}
          {isIncomplete && <p className={detail.note}>{t('webhooks.run_needs')}</p>}
        </form>
      </Backstage>
      <div aria-live="polite" className={classes.result}>
        {certify.isPending && (
          <p className={classes.running}>
            <Loader size="xs" /> {t('webhooks.running')}
          </p>
        )}
        {!certify.isPending && newer !== undefined && (
          <p className={detail.note}>
            {t('webhooks.earlier_run')}{' '}
            <Link
              className={detail.link}
              href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url: newer.url })}`}
            >
              {t('webhooks.newest_run', { score: scoreText(t, newer.score) })}
            </Link>
          </p>
        )}
        {!certify.isPending && <Scorecard result={shown} />}
      </div>
      <Backstage>
        <Scorecards of={scorecards} shown={shown?.url} />
      </Backstage>
    </div>
  )
}
