import { Loader, PasswordInput, Select, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertifyCase, CertifyResult } from '../../../server/contract/certification.ts'
import { Action } from '../../components/action.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import type { IconName } from '../../components/icons.tsx'
import { Judgement } from '../../components/judgement.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { copyText } from '../../data/clipboard.ts'
import { durationText } from '../../data/time-text.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { certificationText } from '../../i18n/certification-text.ts'
import { titleText } from '../../i18n/said.ts'
import { textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { useCertify, useReadSecret } from './use-webhooks.ts'
import classes from './webhooks.module.css'

// The secret stays out of the address: addresses are shared and kept.
const FIELDS = { url: textField(), effects: textField() }

const OUTCOMES = {
  passed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  not_tried: { tone: 'quiet', icon: 'pause' },
} as const satisfies Record<CertifyCase['outcome'], { tone: Tone; icon: IconName }>

/** What has to be mended comes first. */
const ORDER = { failed: 0, not_tried: 1, passed: 2 } as const

/** No more than what was tried. */
const verdictOf = ({ passed, score }: CertifyResult) =>
  passed ? (score.not_tried === 0 ? 'certified' : 'certified_in_part') : 'not_certified'

function Case({ result }: { result: CertifyCase }) {
  const { t } = useTranslation()
  const { outcome, passed, expected, observed, fix, duration_ms } = result
  return (
    <li className={classes.case} data-passed={passed}>
      <Badge {...OUTCOMES[outcome]} look="plain">
        {t(`webhooks.outcomes.${outcome}`)}
      </Badge>
      <div>
        <div className={classes.case_title}>
          {titleText(t, 'certification', result)}
          {outcome === 'passed' && <span className="dim"> {durationText(duration_ms)}</span>}
        </div>
        {outcome === 'not_tried' && <p className={detail.note}>{certificationText(t, observed)}</p>}
        {outcome === 'failed' && (
          <KeyValue
            pairs={[
              [t('webhooks.expected'), certificationText(t, expected)],
              [t('webhooks.observed'), certificationText(t, observed)],
              [t('webhooks.fix'), fix && certificationText(t, fix)],
            ]}
          />
        )}
      </div>
    </li>
  )
}

/** The scorecard as a table that can be pasted where it is discussed. */
function asMarkdown(t: TFunction, result: CertifyResult): string {
  const rows = result.cases.map(one => {
    const mend = one.fix === null ? '' : certificationText(t, one.fix)
    const cells = [t(`webhooks.outcomes.${one.outcome}`), titleText(t, 'certification', one), mend]
    return `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
  })
  return [`**${t('webhooks.score', result.score)}** · ${result.url}`, '', '| | | |', '|---|---|---|', ...rows].join(
    '\n',
  )
}

function CopyScorecard({ text }: { text: () => string }) {
  const { t } = useTranslation()
  return (
    <Action
      icon="copy"
      onClick={() =>
        void copyText(text()).then(done =>
          done ? notifyDone(t('common.copied')) : notifyFailed(new Error(t('common.copy_refused'))),
        )
      }
    >
      {t('common.copy_what', { what: t('webhooks.scorecard') })}
    </Action>
  )
}

function Scorecard({ result }: { result: CertifyResult }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('webhooks.cases')} className={classes.scorecard}>
      <Judgement is={result.passed ? 'good' : 'bad'} icon={result.passed ? 'check' : 'alert'}>
        <strong>{t('webhooks.score', result.score)}</strong>
        <span className={classes.verdict}>
          {result.problem === null
            ? t(`webhooks.${verdictOf(result)}`, { ...result.score, count: result.score.not_tried })
            : certificationText(t, result.problem)}
          <code>{result.url}</code>
        </span>
        <CopyScorecard text={() => asMarkdown(t, result)} />
      </Judgement>
      <ul className={classes.cases}>
        {result.cases
          .toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome])
          .map(one => (
            <Case key={one.id} result={one} />
          ))}
      </ul>
    </section>
  )
}

const WANTED = {
  accepted: { tone: 'good', icon: 'check' },
  refused: { tone: 'warn', icon: 'blocked' },
  once: { tone: 'info', icon: 'replay' },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>

/** What stands in the place of the scorecard before a run. */
function Wanted() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="wanted" className={classes.scorecard}>
      <h3 id="wanted">{t('webhooks.wanted')}</h3>
      <ul className={classes.cases}>
        {(Object.keys(WANTED) as (keyof typeof WANTED)[]).map(is => (
          <li key={is} className={classes.case}>
            <Badge {...WANTED[is]} look="plain">
              {t(`webhooks.wanted_${is}`)}
            </Badge>
            <span>{t(`webhooks.wanted_${is}_about`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Runs the catalogue against a receiver and shows what it judged wrongly. */
export function Certify() {
  const { t } = useTranslation()
  const [{ url, effects }, setState] = useUrlState(FIELDS)
  const [secret, setSecret] = useState('')
  const webhooks = useAllWebhooks().filter(({ deleted_at }) => deleted_at === null)
  const certify = useCertify()
  const readSecret = useReadSecret()
  const take = (id: string | null) => {
    const webhook = webhooks.find(({ webhook_id }) => String(webhook_id) === id)
    if (!webhook) return
    setState({ url: webhook.url })
    readSecret.mutate(webhook.webhook_id, { onSuccess: ({ secret }) => setSecret(secret) })
  }
  const taken = webhooks.find(webhook => webhook.url === url)
  return (
    <div className={`${classes.page} ${classes.certify_page}`}>
      <form
        className={classes.certify}
        onSubmit={event => {
          event.preventDefault()
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
          value={taken === undefined ? null : String(taken.webhook_id)}
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
        <PasswordInput
          size="xs"
          label={t('webhooks.receiver_secret')}
          placeholder="whsec_…"
          value={secret}
          onChange={({ currentTarget: { value } }) => setSecret(value)}
          classNames={{ innerInput: detail.code ?? '' }}
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_what', { what: t('webhooks.receiver_secret') }) }}
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
          disabled={url === '' || secret === ''}
        >
          {t('webhooks.run')}
        </Action>
      </form>
      <div aria-live="polite">
        {certify.isPending && (
          <p className={classes.running}>
            <Loader size="xs" /> {t('webhooks.running')}
          </p>
        )}
        {!certify.data && !certify.isPending && <Wanted />}
        {certify.data && !certify.isPending && <Scorecard result={certify.data} />}
      </div>
    </div>
  )
}
