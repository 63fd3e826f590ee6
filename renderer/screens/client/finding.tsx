import { useTranslation } from 'react-i18next'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { Section } from '../../components/detail.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { Time } from '../../components/time.tsx'
import { copyText } from '../../data/clipboard.ts'
import { useEvidence, useExpect, useExpectNoMore } from '../../data/verdicts.ts'
import { findingText, ruleText } from '../../i18n/said.ts'
import { asTest } from './as-test.ts'
import { callerText } from './callers.ts'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'
import { LaneDiagram } from './lane-diagram.tsx'

/** The mistakes that the emulator names. */
const CAUSES = {
  'symmetric jitter': 'symmetric_jitter',
  'fixed delay, header ignored': 'fixed_delay',
  'seconds read as milliseconds': 'milliseconds',
  'capped at 30 s': 'capped',
} as const

export function useCauseText(cause: string | null): string | undefined {
  const { t } = useTranslation()
  if (cause === null) return undefined
  const known = Object.hasOwn(CAUSES, cause) ? CAUSES[cause as keyof typeof CAUSES] : undefined
  return t('client.cause', { cause: known === undefined ? cause : t(`client.causes.${known}`) })
}

/** One finding: the sentence, how to mend it and what can be done with it, and its exchanges on both clocks. */
export function Finding({ rule, finding }: { rule: string; finding: FindingView }) {
  const { t } = useTranslation()
  const exchanges = useEvidence(finding)
  const [expect, expectNoMore] = [useExpect(), useExpectNoMore()]
  const cause = useCauseText(finding.cause)
  const [first] = finding.evidence
  const expectedRule =
    rule === 'expectation_not_met' ? String(finding.sentence.figures.rule) : finding.expected ? rule : undefined
  const copyTest = () =>
    void copyText(asTest({ rule, finding, yours: t('client.your_code') })).then(copied =>
      copied ? notifyDone(t('client.test_copied')) : notifyFailed(new Error(t('common.copy_refused'))),
    )
  return (
    <>
      <p className={classes.message}>{findingText(t, finding.sentence)}</p>
      <p className={classes.about}>
        <Time at={finding.at} show="full" />
        {finding.actor && <span translate="no">{callerText(finding.actor)}</span>}
        {finding.expected && (
          <Badge tone="quiet" icon="check" title={t('client.expected_hint')}>
            {t('client.expected')}
          </Badge>
        )}
      </p>
      <section className={classes.cause} aria-label={t('client.how')}>
        <Icon name="mend" size={16} />
        <div>
          {cause && <p className={classes.likely}>{cause}</p>}
          <p>
            <strong>{t('client.how')}</strong>
            {t('common.colon')}
            {ruleText(t, rule, 'fix')}
          </p>
        </div>
      </section>
      <div className={classes.actions}>
        <Action variant="filled" icon="copy" onClick={copyTest}>
          {t('client.copy_test')}
        </Action>
        {!finding.expected && rule !== 'expectation_not_met' && (
          <Action loading={expect.isPending} onClick={() => expect.mutate({ rule })}>
            {t('client.expect')}
          </Action>
        )}
        {expectedRule !== undefined && (
          <Action loading={expectNoMore.isPending} onClick={() => expectNoMore.mutate(expectedRule)}>
            {t('client.expect_no_more')}
          </Action>
        )}
      </div>
      {finding.evidence.length > 0 && (
        <Section title={t('client.lanes')}>
          <LaneDiagram finding={finding} exchanges={exchanges} />
          <EvidenceTable of={[finding]} exchanges={exchanges} />
          {finding.left_out && (
            <p className={classes.hint}>{t('client.left_out', { kept: finding.evidence.length })}</p>
          )}
          {first !== undefined && finding.evidence.length > 1 && (
            <p className={classes.hint}>{t('client.wait_hint', { seq: first.seq })}</p>
          )}
        </Section>
      )}
      {finding.deliveries.length > 0 && (
        <Section title={t('client.deliveries')}>
          <IdLinks noun="delivery" ids={finding.deliveries} />
          {finding.left_out && finding.evidence.length === 0 && (
            <p className={classes.hint}>{t('client.left_out', { kept: finding.deliveries.length })}</p>
          )}
        </Section>
      )}
    </>
  )
}
