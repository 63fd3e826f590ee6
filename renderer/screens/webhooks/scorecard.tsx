import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CERTIFICATION_ASKS, type CertifyCase, type CertifyResult } from '../../../server/contract/certification.ts'
import { Action } from '../../components/action.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { Time } from '../../components/time.tsx'
import { ToForwards } from '../../components/to-forwards.tsx'
import { copyText } from '../../data/clipboard.ts'
import { durationText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { certificationText, scoreText } from '../../i18n/certification-text.ts'
import { onPage, titleText } from '../../i18n/said.ts'
import classes from './certify.module.css'

type CaseId = keyof typeof CERTIFICATION_ASKS
type Asks = (typeof CERTIFICATION_ASKS)[CaseId]['asks']
const CASE_IDS = Object.keys(CERTIFICATION_ASKS) as CaseId[]
const GROUPS: readonly Asks[] = ['accepted', 'refused', 'once']

const ICONS = { passed: 'check', failed: 'cross', not_tried: 'dashed' } as const satisfies Record<
  CertifyCase['outcome'],
  IconName
>

/** In the language of the page, which has no command line. */
const said = (t: TFunction, text: string) => onPage(certificationText(t, text))

/** No more than what was tried. */
const verdictOf = ({ passed, score }: CertifyResult) =>
  passed ? (score.not_tried === 0 ? 'certified' : 'certified_in_part') : 'not_certified'

function inTokyo(at: string): string {
  const { date, time } = wallClock(Date.parse(at), 'tokyo')
  return `${date} ${time} ${ZONE_NAMES.tokyo}`
}

/** The scorecard as a table that can be pasted where it is discussed. */
function asMarkdown(t: TFunction, result: CertifyResult): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
  const rows = result.cases.map(one =>
    row([
      t(`webhooks.outcomes.${one.outcome}`),
      titleText(t, 'certification', one),
      said(t, one.observed),
      one.fix === null ? '' : said(t, one.fix),
    ]),
  )
  const head = row([t('webhooks.outcome'), t('webhooks.case'), t('webhooks.observed'), t('webhooks.fix')])
  const when = [`${inTokyo(result.at)}${t('webhooks.emulated')}`, `${inTokyo(result.real_at)}${t('webhooks.real')}`]
  return [
    `**${scoreText(t, result.score)}** · ${result.url}`,
    '',
    when.join(' · '),
    '',
    head,
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
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

/** How it went with a case, or that it is still to be tried. */
function CaseLine({ id, result }: { id: CaseId; result: CertifyCase | undefined }) {
  const { t } = useTranslation()
  const { title } = CERTIFICATION_ASKS[id]
  return (
    <li data-outcome={result?.outcome}>
      <Icon
        name={result ? ICONS[result.outcome] : 'dashed'}
        size={14}
        {...(result && { label: t(`webhooks.outcomes.${result.outcome}`) })}
      />
      <span>
        {titleText(t, 'certification', { id, title })}
        {result && result.outcome !== 'not_tried' && <small> {durationText(result.duration_ms)}</small>}
      </span>
    </li>
  )
}

/** The cases that ask the same, and how many of them passed. */
function Group({ asks, result }: { asks: Asks; result: CertifyResult | undefined }) {
  const { t } = useTranslation()
  const ids = CASE_IDS.filter(id => CERTIFICATION_ASKS[id].asks === asks)
  const outcomes = new Map(result?.cases.map(one => [one.id, one]))
  const amount = (is: CertifyCase['outcome']) => ids.filter(id => outcomes.get(id)?.outcome === is).length
  const untried = ids.flatMap(id => outcomes.get(id) ?? []).filter(({ outcome }) => outcome === 'not_tried')
  const needs = untried[0]
    ? said(t, untried[0].observed)
    : result === undefined && asks === 'once' && t('webhooks.wanted_once_needs')
  const counted =
    result === undefined
      ? ids.length
      : scoreText(t, { passed: amount('passed'), failed: amount('failed'), not_tried: amount('not_tried') })
  return (
    <section className={classes.group}>
      <h4>
        {t(`webhooks.wanted_${asks}`)}
        <span>{counted}</span>
      </h4>
      <p>{t(`webhooks.wanted_${asks}_about`)}</p>
      {needs && <p>{needs}</p>}
      <ul>
        {ids.map(id => (
          <CaseLine key={id} id={id} result={outcomes.get(id)} />
        ))}
      </ul>
    </section>
  )
}

/** What has to be mended, and how. */
function Mend({ cases }: { cases: readonly CertifyCase[] }) {
  const { t } = useTranslation()
  if (cases.length === 0) return null
  return (
    <section aria-labelledby="mend" className={classes.mend}>
      <h3 id="mend">{t('webhooks.to_mend')}</h3>
      <ul>
        {cases.map(one => (
          <li key={one.id}>
            <h4>
              <Icon name={ICONS.failed} size={14} />
              <span>{t('webhooks.failed_case', { title: titleText(t, 'certification', one) })}</span>
            </h4>
            <KeyValue
              pairs={[
                [t('webhooks.expected'), said(t, one.expected)],
                [t('webhooks.observed'), said(t, one.observed)],
                [
                  t('webhooks.fix'),
                  one.fix && (
                    <span key="fix">
                      <strong>{said(t, one.fix)}</strong>
                      <ToForwards error={one.fix} />
                    </span>
                  ),
                ],
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Score({ result }: { result: CertifyResult }) {
  const { t } = useTranslation()
  const { score, problem, url, passed, at, real_at } = result
  return (
    <div className={classes.score} data-is={passed ? 'good' : 'bad'} role="status">
      <Icon name={passed ? 'check' : 'alert'} size={28} />
      <div>
        <strong>{scoreText(t, score)}</strong>
        <code>{url}</code>
      </div>
      <CopyScorecard text={() => asMarkdown(t, result)} />
      <p>{problem === null ? t(`webhooks.${verdictOf(result)}`, { count: score.not_tried }) : said(t, problem)}</p>
      <p className="dim">
        <Time at={at} show="full" />
        {t('webhooks.emulated')} · <Time at={real_at} show="full" />
        {t('webhooks.real')}
      </p>
      <p className="dim">{t('webhooks.case_times')}</p>
      <div className={classes.bar} aria-hidden>
        {(['failed', 'not_tried', 'passed'] as const).map(
          outcome =>
            score[outcome] > 0 && <i key={outcome} data-outcome={outcome} style={{ flexGrow: score[outcome] }} />,
        )}
      </div>
    </div>
  )
}

/** What the catalogue asks of a receiver, and how it went: one card that says it all, and below it what to mend. */
export function Scorecard({ result }: { result: CertifyResult | undefined }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('webhooks.cases')} className={classes.scorecard}>
      <div className={classes.card}>
        {result ? (
          <Score result={result} />
        ) : (
          <header className={classes.score}>
            <Icon name="signature" size={28} />
            <div>
              <strong>{t('webhooks.wanted', { count: CASE_IDS.length })}</strong>
            </div>
          </header>
        )}
        <div className={classes.groups}>
          {GROUPS.map(asks => (
            <Group key={asks} asks={asks} result={result} />
          ))}
        </div>
      </div>
      {result && <Mend cases={result.cases.filter(({ outcome }) => outcome === 'failed')} />}
    </section>
  )
}
