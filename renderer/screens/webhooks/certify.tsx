import { Loader, PasswordInput, Select, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CertifyResult } from '../../../server/contract/certification.ts'
import { WEBHOOK_SECRET_PREFIX } from '../../../server/contract/constants.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import detail from '../../components/detail.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorText, SaidText } from '../../components/error-text.tsx'
import { ControlError } from '../../data/client.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { scoreText } from '../../i18n/certification-text.ts'
import { refusalText } from '../../i18n/refusal-text.ts'
import { textField } from '../../routing/url-state.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './certify.module.css'
import { useListed } from './listed.ts'
import { Scorecard } from './scorecard.tsx'
import { placeOfRun, Runs, Scorecards } from './scorecards.tsx'
import { useReceiverSecret } from './use-receiver-secret.ts'
import { newestOfEach, SCORECARDS_READ, useCertifications, useCertify } from './use-webhooks.ts'
import parts from './webhooks.module.css'

// The secret stays out of the address: addresses are shared and kept. That of the webhook is read here.
const FIELDS = {
  url: textField(),
  effects: textField(),
  webhook: textField(),
  /** The number of one certification, which need not be the newest of its receiver. */
  run: textField(),
}

/** In the place of a certification that is not there. */
function MissingRun({ run, newest, kept }: { run: string; newest: CertifyResult | undefined; kept: number }) {
  const { t } = useTranslation()
  const href = useHref()
  // Where fewer are kept than are read, all of them are known.
  const how = !/^\d+$/.test(run) ? 'no_run_number' : kept < SCORECARDS_READ ? 'no_run_here' : 'no_run'
  return (
    <EmptyState
      icon="signature"
      title={t(`webhooks.${how}`, { run, most: SCORECARDS_READ })}
      hint={t(`webhooks.${how}_hint`)}
    >
      {newest && (
        <>
          <Link className="link" href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url: newest.url })}`}>
            {t('webhooks.newest_run', { score: scoreText(t, newest.score) })}
          </Link>
          <code>{newest.url}</code>
        </>
      )}
    </EmptyState>
  )
}

/** The field of a request in which the emulator names what is wrong with the URL that counts the work. */
const EFFECTS = 'effects_url: '

/** What is wrong with that URL, as long as that stands as it was sent. */
function useEffectsProblem({ error, variables }: ReturnType<typeof useCertify>, effects: string) {
  const { t } = useTranslation()
  if (!(error instanceof ControlError) || !error.message.startsWith(EFFECTS)) return undefined
  if (variables?.effects_url !== effects) return null
  return <SaidText said={refusalText(t, { code: error.code, message: error.message.slice(EFFECTS.length) })} />
}

/** Runs the catalogue against a receiver and shows what it judged wrongly. */
export function Certify() {
  const { t } = useTranslation()
  const [{ url, effects, webhook: asked, run }, setState] = useUrlState(FIELDS)
  const href = useHref()
  const go = useGo()
  const [, , segment] = usePlace().segments
  // A number that is written as those of other things are.
  useEffect(() => {
    if (segment === undefined) return
    go(['webhooks', 'certify'], { search: new URLSearchParams({ run: segment }).toString(), history: 'replace' })
  }, [go, segment])
  const isPresenting = usePresenting()
  const listed = useListed()
  const webhooks = useAllWebhooks().filter(({ deleted_at }) => deleted_at === null)
  const { secret, source, others, onSecret, onUrl, onSource, onUsed } = useReceiverSecret({
    url,
    asked,
    webhooks,
    isPresenting,
  })
  const certify = useCertify()
  const { certifications, isKnown } = useCertifications()
  const scorecards = newestOfEach(certifications)
  const effectsProblem = useEffectsProblem(certify, effects)
  // What has been run here gets its number into the address, once: whoever goes on to another run has left it.
  const numbered = useRef<string>(undefined)
  const done = certify.data?.real_at
  const number = certifications.find(({ url: of, real_at }) => of === url && real_at === done)?.id
  useEffect(() => {
    if (done === undefined || number === undefined || numbered.current === done) return
    numbered.current = done
    if (run === '') setState({ run: String(number) })
  }, [done, number, run, setState])
  const take = (id: string | null) => {
    const webhook = webhooks.find(({ webhook_id }) => String(webhook_id) === id)
    if (!webhook) return
    setState({ url: webhook.url, webhook: String(webhook.webhook_id), run: '' })
    onSource()
  }
  const isIncomplete = url === '' || secret === ''
  const newest =
    certify.data?.url === url
      ? certify.data
      : // Who has named no receiver sees how the last one did.
        (scorecards.find(scorecard => scorecard.url === url) ?? (url === '' ? scorecards[0] : undefined))
  const named = certifications.find(({ id }) => String(id) === run)
  // Which one was meant nobody can tell from its receiver.
  const isMissing = run !== '' && named === undefined && isKnown
  const shown = run === '' || certify.isPending ? newest : named
  const runs = certifications.filter(one => one.url === shown?.url)
  const before = named === undefined ? runs.filter(one => one.real_at !== shown?.real_at)[0] : undefined
  const newer = named && scorecards.find(scorecard => scorecard.url === named.url && scorecard.id !== named.id)
  return (
    <div className={classes.page}>
      <Backstage>
        <form
          className={classes.form}
          onSubmit={event => {
            event.preventDefault()
            setState({ run: '' })
            onUsed()
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
            value={source === undefined ? null : String(source)}
            allowDeselect={false}
            onChange={take}
          />
          <TextInput
            size="xs"
            label={t('webhooks.receiver_url')}
            placeholder="https://crm.example.com/hooks"
            value={url}
            onChange={({ currentTarget: { value } }) => {
              onUrl(value)
              setState({ url: value, run: '' })
            }}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <PasswordInput
            size="xs"
            label={t('webhooks.receiver_secret')}
            placeholder="whsec_…"
            value={secret}
            onChange={({ currentTarget: { value } }) => onSecret(value.trim())}
            classNames={{ innerInput: detail.code ?? '' }}
            visibilityToggleButtonProps={{
              'aria-label': t('common.show_what', { what: t('webhooks.receiver_secret') }),
            }}
            spellCheck={false}
            autoComplete="off"
          />
          <p className={parts.url_remark} role="status">
            {secret !== '' && !secret.startsWith(WEBHOOK_SECRET_PREFIX)
              ? t('webhooks.secret_remark')
              : others.length > 0 && t('webhooks.secret_other', { count: others.length, ids: listed(others) })}
          </p>
          <TextInput
            size="xs"
            label={t('webhooks.effects_url')}
            description={t('webhooks.effects_url_hint')}
            placeholder="http://127.0.0.1:3000/work-done"
            value={effects}
            error={effectsProblem}
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
          {certify.error && effectsProblem === undefined && !certify.isPending && (
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
          <p className={`${detail.note} ${classes.of_run}`}>
            {t('webhooks.earlier_run')}{' '}
            <Link
              className={detail.link}
              href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url: newer.url })}`}
            >
              {t('webhooks.newest_run', { score: scoreText(t, newer.score) })}
            </Link>
          </p>
        )}
        {!certify.isPending && before !== undefined && !isMissing && (
          <p className={`${detail.note} ${classes.of_run}`}>
            <Link className={detail.link} href={placeOfRun(href, before)}>
              {t('webhooks.run_before', { score: scoreText(t, before.score) })}
            </Link>
          </p>
        )}
        {!certify.isPending && isMissing && <MissingRun run={run} newest={newest} kept={certifications.length} />}
        {!certify.isPending && !isMissing && <Scorecard result={shown} />}
      </div>
      <Backstage>
        <div className={classes.last}>
          <Runs of={runs} shown={shown?.real_at} />
          <Scorecards of={scorecards} shown={shown?.url} />
        </div>
      </Backstage>
    </div>
  )
}
