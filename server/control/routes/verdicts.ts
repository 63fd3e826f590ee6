import { objectOf } from '../../contract/control-bodies.ts'
import { isInboxUrl } from '../../domain/webhooks/inbox-url.ts'
import { SEVERITIES, type Severity } from '../../verdicts/rule.ts'
import { RULES } from '../../verdicts/rules.ts'
import { faultsOfRule, MOST_FROM, type RuleSetting } from '../../verdicts/settings.ts'
import type { VerdictState, VerdictView } from '../../verdicts/wire.ts'
import { STATES } from '../../verdicts/wire.ts'
import type { World } from '../../world/world.ts'
import { invalid, notFound } from '../control-error.ts'
import { findingsInDrills } from '../in-drills.ts'
import { choicesOf, listWhenThere, PAGE_QUERY, wholeList } from '../lists.ts'
import type { Page } from '../protocol/common.ts'
import type {
  ExpectationView,
  ExpectBody,
  NamedRequestView,
  RunVerdicts,
  VerdictRuleView,
  WorldJudgement,
} from '../protocol/verdicts.ts'
import type { ProcessRoute, WorldCall, WorldRoute } from '../route.ts'

const RULE_IDS = RULES.map(({ id }) => id)
/** A part of what tells callers apart; `null` where they have none. */
const NAMED = { type: ['string', 'null'], maxLength: 200 } as const
/** The most that anybody expects of one rule. */
const MOST_EXPECTED = 1_000_000

export const runVerdictRoutes: readonly ProcessRoute[] = [
  {
    method: 'GET',
    path: '/verdicts',
    summary: 'Get the verdicts of all worlds since the start, including removed and reset ones',
    answers: 'RunVerdicts',
    handle: ({ emulator }): RunVerdicts => ({ ...emulator.runVerdicts(), next_cursor: null }),
  },
  {
    method: 'GET',
    path: '/verdicts/requests',
    summary:
      'List the requests that findings name, of all worlds since the start, and the newest that were refused of those that are there, without secrets',
    answers: 'Page<NamedRequestView>',
    handle: ({ emulator }): Page<NamedRequestView> => wholeList(emulator.runNamedRequests()),
  },
]

export const verdictRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/verdicts',
    summary: 'Say how the clients of the world behaved: one row for each rule that is on, as if the world ended now',
    answers: 'WorldJudgement',
    query: {
      rule: 'Only these rules, separated by commas',
      severity: `Only findings of this severity, and rules that ordinarily raise it: one or more of ${SEVERITIES.join(', ')}`,
      state: `Only rules in this state: one or more of ${STATES.join(', ')}; with failed, without findings that were expected`,
      wait: PAGE_QUERY.wait,
    },
    handle: (call: WorldCall<undefined>): Promise<WorldJudgement> => {
      const narrow = narrowing(call.query)
      return listWhenThere(call, ['verdict'], () => {
        const rows = narrow(rowsOf(call.world))
        const { witness } = call.world.runtime
        witness.watchesLapse()
        const { from: judged_from, kept, run } = witness.judged
        return {
          ...wholeList(rows),
          ...{ judged_from, kept, run },
          receivers_left_out: insideRingback(call.world),
          in_drills: findingsInDrills(call.world, rows),
        }
      })
    },
  },
  {
    method: 'GET',
    path: '/verdicts/rules',
    summary: 'List the rules on clients, with their severities in this world',
    answers: 'Page<VerdictRuleView>',
    handle: ({ world }): Page<VerdictRuleView> => wholeList(world.runtime.verdicts.ruleViews()),
  },
  {
    method: 'PUT',
    path: '/verdicts/rules/{id}',
    summary: 'Set how grave a rule is in this world, or switch it off, until the world begins anew',
    answers: 'VerdictRuleView',
    body: objectOf({
      severity: { enum: [...SEVERITIES, 'off'] },
      from: { type: 'integer', minimum: 1, maximum: MOST_FROM },
    }),
    handle: ({ world, params, body }: WorldCall<Exclude<RuleSetting, string>>): VerdictRuleView => {
      const rule = ruleOf(params.id)
      const faults = Object.entries(faultsOfRule(rule, body))
      const [first] = faults
      if (first !== undefined)
        throw invalid(first.join(': '), Object.fromEntries(faults.map(([place, text]) => [place, [text]])))
      return announced(world, () => world.runtime.verdicts.set(rule, body))
    },
  },
  {
    method: 'DELETE',
    path: '/verdicts/rules/{id}',
    summary: 'Set a rule back to how it was when the world began',
    answers: 'VerdictRuleView',
    handle: ({ world, params }): VerdictRuleView => {
      const rule = ruleOf(params.id)
      return announced(world, () => world.runtime.verdicts.unset(rule))
    },
  },
  {
    method: 'POST',
    path: '/verdicts/expect',
    summary:
      'Say that a rule is going to be broken on purpose, so often or at least once; less is a finding at the end',
    status: 201,
    answers: 'ExpectationView',
    body: objectOf(
      {
        rule: { enum: RULE_IDS },
        times: { type: 'integer', minimum: 1, maximum: MOST_EXPECTED },
        caller: { ...objectOf({ tenant: NAMED, key: NAMED, product: NAMED, instance: NAMED }), minProperties: 1 },
      },
      ['rule'],
    ),
    handle: ({ world, body: { rule, times, caller } }: WorldCall<ExpectBody>): ExpectationView => {
      const { verdicts, standing } = world.runtime
      return announced(world, () => verdicts.expect({ rule, times: times ?? null, caller: caller ?? null }, standing()))
    },
  },
  {
    method: 'DELETE',
    path: '/verdicts/expect/{id}',
    summary: 'Take back that a rule is going to be broken on purpose',
    query: {
      finding:
        'Only what makes this finding (its finding_id) an expected one: what is said of its caller, else what is said of all',
    },
    status: 204,
    handle: ({ world, params, query }: WorldCall<undefined>): void => {
      const { id } = ruleOf(params.id)
      const finding = query.get('finding')
      const actor = finding === null ? undefined : actorOf(world, id, finding)
      if (!announced(world, () => world.runtime.verdicts.expectNoMore(id, actor))) throw notFound('expectation of', id)
    },
  },
]

const insideRingback = ({ runtime: { services } }: World): number =>
  services.webhooks.everyone().filter(({ deleted_at, url }) => deleted_at === null && isInboxUrl(new URL(url))).length

function rowsOf({ runtime: { verdicts, standing } }: World): VerdictView[] {
  return verdicts.rowsOfWorld(standing())
}

/** Who is blamed by a finding of a rule. */
function actorOf(world: World, rule: string, finding: string) {
  const row = rowsOf(world).find(one => one.rule === rule)
  const found = row?.findings.find(({ finding_id }) => String(finding_id) === finding)
  if (found === undefined) throw notFound('finding', finding)
  return found.actor
}

/** Tells those who look at the verdicts that these are others now. */
function announced<View>(world: World, work: () => View): View {
  const view = work()
  world.runtime.witness.keep()
  world.publish('world', 'verdicts')
  return view
}

function ruleOf(id = '') {
  const rule = RULES.find(one => one.id === id)
  if (rule === undefined) throw notFound('rule', id)
  return rule
}

/** What a query leaves of the rows. */
function narrowing(query: URLSearchParams): (rows: VerdictView[]) => VerdictView[] {
  const chosen = (name: string, allowed: readonly string[]) => {
    const text = query.get(name)
    return text === null ? undefined : choicesOf(name, text, allowed)
  }
  const rules = chosen('rule', [...RULE_IDS, 'expectation_not_met'])
  const severities = chosen('severity', SEVERITIES) as Severity[] | undefined
  const states = chosen('state', STATES) as VerdictState[] | undefined
  return rows =>
    rows
      .filter(({ rule, state }) => (rules?.includes(rule) ?? true) && (states?.includes(state) ?? true))
      .map(row => (states === undefined ? row : { ...row, findings: row.findings.filter(isOf(row)) }))
      .flatMap(row => (severities === undefined ? row : ofSeverities(row, severities)))
}

/** A row in another state than failed has no findings but expected ones. */
const isOf = ({ state }: VerdictView) =>
  state === 'failed' ? ({ expected }: { expected: boolean }) => !expected : () => true

/** A rule that was broken counts as what it found, any other one as what it would raise. */
function ofSeverities(row: VerdictView, severities: readonly Severity[]): VerdictView[] {
  const findings = row.findings.filter(({ severity }) => severities.includes(severity))
  const counts = row.findings.length > 0 ? findings.length > 0 : severities.includes(row.severity)
  return counts ? [{ ...row, findings }] : []
}
