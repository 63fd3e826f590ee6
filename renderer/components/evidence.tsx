import { useTranslation } from 'react-i18next'
import { useStandingFindings } from '../data/verdicts.ts'
import { findingText } from '../i18n/said.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { useHref } from '../routing/use-place.ts'
import { Action } from './action.tsx'
import { Badge } from './badge.tsx'
import classes from './evidence.module.css'
import { ruleTitle } from './rule-title.ts'
import { saysUnaware } from './says-unaware.ts'
import { SEVERITY_SIGNS } from './severity.ts'

/** What the client did wrong with this request, or with others that it is the proof of. */
export function EvidenceOf({ request }: { request: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const findings = useStandingFindings().filter(({ evidence }) =>
    evidence.some(({ request_id, of_run }) => request_id === request && of_run === null),
  )
  if (findings.length === 0) return null
  return (
    <section className={classes.findings} data-evidence aria-label={t('evidence.title')}>
      {findings.map(({ finding_id, rule, severity, expected, sentence, evidence, kept }) => (
        <div key={finding_id} className={classes.finding}>
          <Badge {...(expected ? { tone: 'quiet', icon: 'minus' } : SEVERITY_SIGNS[severity])}>
            {t(expected ? 'client.expected' : `client.severities.${severity}`)}
          </Badge>
          <p>
            <strong>{ruleTitle(t, { rule, state: 'failed' })}</strong>
            <span className="dim"> {findingText(t, sentence)}</span>
            {kept?.by === 'capsule' && <span className="dim"> {t('evidence.of_run')}</span>}
            {evidence.some(({ request_id, role }) => request_id === request && role === 'unaware') &&
              !saysUnaware(sentence, request) && <span className="dim"> {t('evidence.unaware')}</span>}
          </p>
          <Action component="a" icon="client" href={`${href(...placeOfNoun('rule', rule))}?finding=${finding_id}`}>
            {t('evidence.open')}
          </Action>
        </div>
      ))}
    </section>
  )
}
