import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FindingView, VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { Section } from '../../components/detail.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { Time } from '../../components/time.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { copyText } from '../../data/clipboard.ts'
import { useEvidence, useExpect, useExpectNoMore } from '../../data/verdicts.ts'
import { findingText, ruleText } from '../../i18n/said.ts'
import { asTest, HAMMERING, isOfTold, TOLD } from './as-test.ts'
import { callerId, callerText, foundIn } from './callers.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { DuringTable, isDuring } from './during-table.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'
import { InDrills } from './in-drills.tsx'
import { LaneDiagram } from './lane-diagram.tsx'
import { RealTime } from './real-time.tsx'

/** The mistakes that the emulator names. */
const CAUSES = {
  'symmetric jitter': 'symmetric_jitter',
  'sent at once, header ignored': 'at_once',
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

/** The figures of a sentence on how many of them are kept with a finding. */
export const keptOf = (kept: number, total: number) => ({ kept, total: total.toLocaleString('en') })

/** Whether it is only about requests that need not have known of the refusal: over one connection, they would have. */
export const isOfUnaware = ({ came_early }: Pick<FindingView, 'came_early'>): boolean =>
  came_early !== undefined && came_early.counted === 0

/** What all requests of a finding on a wait are: its sentence counts those that came too early, and need not count all. */
function AllEarly({ of: { evidence_total, came_early } }: { of: Pick<FindingView, 'evidence_total' | 'came_early'> }) {
  const { t } = useTranslation()
  if (came_early === undefined || came_early.counted === 0) return null
  const { counted, unaware } = came_early
  const inText = (figure: number) => figure.toLocaleString('en')
  const figures = {
    total: inText(evidence_total),
    refusals: inText(evidence_total - counted - unaware),
    counted: inText(counted),
    unaware: inText(unaware),
  }
  return (
    <>
      {t('common.between_sentences')}
      {t(unaware === 0 ? 'client.all_early' : 'client.all_early_besides', figures)}
    </>
  )
}

/** Says that a finding is as a test wants it: of this caller, or of all, where others broke the rule as well. */
function Expect({ row: { rule, callers }, finding: { actor } }: { row: VerdictView; finding: FindingView }) {
  const { t } = useTranslation()
  const expect = useExpect()
  const others = callers.filter(one => one.failed > 0 && actor !== null && callerId(one.actor) !== callerId(actor))
  const ofCaller = () => expect.mutate({ rule, ...(actor !== null && { caller: actor }) })
  if (others.length === 0)
    return (
      <Action loading={expect.isPending} onClick={ofCaller}>
        {t('client.expect')}
      </Action>
    )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Action loading={expect.isPending}>{t('client.expect')}</Action>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={ofCaller}>{t('client.expect_caller')}</Menu.Item>
        <Menu.Item onClick={() => expect.mutate({ rule })}>{t('client.expect_all')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What it takes to break a rule again, where that is more than the situation that a test stages. */
function useNeeds(rule: string, finding: FindingView): string | undefined {
  const { t } = useTranslation()
  if (rule === 'hammering') return t('client.needs_hammering', HAMMERING)
  return rule === 'same_person_twice' && isOfTold(finding) ? t('client.needs_told', TOLD) : undefined
}

/** One finding: the sentence, how to mend it and what can be done with it, and its exchanges on both clocks. */
export function Finding({ row, finding }: { row: VerdictView; finding: FindingView }) {
  const { rule } = row
  const { t } = useTranslation()
  const exchanges = useEvidence(finding)
  const expectNoMore = useExpectNoMore()
  const cause = useCauseText(finding.cause)
  const [first] = finding.evidence
  // It was judged in a run that is over.
  const isOfCapsule = finding.kept?.by === 'capsule'
  const expectedRule =
    rule === 'expectation_not_met' ? String(finding.sentence.figures.rule) : finding.expected ? rule : undefined
  const needs = useNeeds(rule, finding)
  const refusal = first && exchanges.get(first.request_id)
  const copiedText = (copied: string, more: string | undefined) =>
    more === undefined ? copied : `${copied}${t('client.full_stop')}${t('common.between_sentences')}${more}`
  const copyTest = () =>
    void copyText(asTest({ rule, finding, refusal, needs, yours: t('client.your_code') })).then(copied =>
      copied
        ? notifyDone(copiedText(t('client.test_copied'), needs), { stays: needs !== undefined })
        : notifyFailed(new Error(t('common.copy_refused'))),
    )
  return (
    <>
      <p className={classes.message}>
        <WholeNames>{findingText(t, finding.sentence)}</WholeNames>
      </p>
      <p className={classes.about}>
        <span>
          <Time at={finding.at} show="full" />
          {finding.kept && t('common.in_brackets', { text: t('client.clocks.emulated') })}
        </span>
        {finding.actor && <span translate="no">{callerText(finding.actor)}</span>}
        {finding.expected && (
          <Badge tone="quiet" icon="minus" title={t('client.expected_hint')}>
            {t('client.expected')}
          </Badge>
        )}
        <InDrills finding={finding} />
        {!finding.kept && foundIn([row], 'run')[0]?.findings.length !== 0 && <span>{t('client_run.found_here')}</span>}
        {finding.kept && (
          <span>
            {t(`client.kept.${finding.kept.by}`)}
            {t('common.between_sentences')}
            <RealTime at={finding.kept.at} />
          </span>
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
          {isOfUnaware(finding) && <p>{t('client.one_connection')}</p>}
        </div>
      </section>
      <div className={classes.actions}>
        {/* It is of a test already. */}
        {rule !== 'expectation_not_met' && (
          <Action variant="filled" icon="copy" onClick={copyTest}>
            {t('client.copy_test')}
          </Action>
        )}
        {!isOfCapsule && !finding.expected && rule !== 'expectation_not_met' && <Expect row={row} finding={finding} />}
        {!isOfCapsule && expectedRule !== undefined && (
          <Action
            loading={expectNoMore.isPending}
            onClick={() =>
              expectNoMore.mutate({ rule: expectedRule, ...(finding.expected && { finding: finding.finding_id }) })
            }
          >
            {t('client.expect_no_more')}
          </Action>
        )}
      </div>
      {finding.evidence.length > 0 && (
        <Section title={t('client.lanes')}>
          <LaneDiagram finding={finding} exchanges={exchanges} />
          {isDuring(finding) ? (
            <DuringTable of={[finding]} exchanges={exchanges} />
          ) : (
            <EvidenceTable of={[finding]} exchanges={exchanges} rule={rule} />
          )}
          {finding.evidence_total > finding.evidence.length && (
            <p className={classes.hint}>
              {t('client.exchanges_kept', keptOf(finding.evidence.length, finding.evidence_total))}
              <AllEarly of={finding} />
            </p>
          )}
          {finding.evidence.some(({ of_run }) => of_run !== null) && (
            <p className={classes.hint}>{t('client_run.not_here_hint')}</p>
          )}
          {first !== undefined && finding.evidence.length > 1 && !isDuring(finding) && (
            <p className={classes.hint}>{t('client.wait_hint', { seq: first.seq })}</p>
          )}
        </Section>
      )}
      {finding.deliveries.length > 0 && (
        <Section title={t('client.deliveries')}>
          <DeliveriesTable of={finding} />
          {finding.deliveries_total > finding.deliveries.length && (
            <p className={classes.hint}>
              {t('client.deliveries_kept', keptOf(finding.deliveries.length, finding.deliveries_total))}
            </p>
          )}
        </Section>
      )}
    </>
  )
}
