import { ANSWERED, BROKEN_OFF } from '../../contract/answered.ts'
import { SEVERITIES } from '../../verdicts/rule.ts'
import { LONGEST_KEPT } from '../run-evidence.ts'
import { between, json, listOf, oneOf, orNull, type Rule, record, shape, text, textThat, truth, whole } from './rule.ts'

/** More than a judge ever lists. */
const MOST = 10_000
const count = whole(0, 2 ** 48)
const finding_id = whole(1, 2 ** 48)
const name = text(1_000)
const figure = between(-Number.MAX_VALUE, Number.MAX_VALUE)
const instant = textThat(value => !Number.isNaN(Date.parse(value)), 'an instant')

/** Every field has to be there, since a page shows them all; but those that an older version did not write. */
const whollyOf = (fields: Readonly<Record<string, Rule>>, newer: Readonly<Record<string, Rule>> = {}) =>
  shape({ ...fields, ...newer }, { required: Object.keys(fields) })

const actor = whollyOf({ tenant: orNull(name), key: orNull(name), product: name, instance: orNull(name) })
const of_run = orNull(
  whollyOf({
    method: orNull(name),
    path: orNull(text(LONGEST_KEPT)),
    query: orNull(text(LONGEST_KEPT)),
    status: orNull(whole(100, 599)),
  }),
)
const evidence = listOf(
  whollyOf(
    {
      request_id: text(200),
      seq: count,
      at: instant,
      real_us: figure,
      waited_seconds: orNull(figure),
      answered: oneOf(ANSWERED),
      role: oneOf(['first', 'early', 'unaware', 'repeat', 'in_time', 'next', 'told', 'another_call']),
    },
    {
      of_run,
      broken_off: orNull(oneOf(BROKEN_OFF)),
      during: whollyOf({ delivery_id: name, after_ms: figure, of_ms: figure }),
    },
  ),
  MOST,
)
const figures = record(listOf(figure, MOST))
const deliveries = listOf(name, MOST)
const sentence = whollyOf({
  id: name,
  figures: record({
    wanted: 'a text or a number',
    accepts: value => text(65_536).accepts(value) || figure.accepts(value) || truth.accepts(value),
  }),
})

const cases = listOf(
  whollyOf({ actor: orNull(actor), figures, evidence, deliveries }, { deliveries_of_run: deliveries }),
  MOST,
)

/** What is kept of a rule: `Said` of `verdicts/said.ts`. */
export const SAID = json(
  whollyOf(
    {
      passed: count,
      open: count,
      callers: listOf(whollyOf({ actor, passed: count, open: count }, { of_run: count }), MOST),
      cases,
      doubts: listOf(whollyOf({ actor, times: count, figures, evidence }), MOST),
      told_by: listOf(
        whollyOf(
          {
            rule: text(100),
            finding_id,
            actor: orNull(actor),
            requests: listOf(whollyOf({ request_id: text(200), seq: count }, { of_run }), MOST),
          },
          { requests_total: count },
        ),
        MOST,
      ),
      findings: listOf(
        whollyOf(
          {
            finding_id,
            at: instant,
            severity: oneOf(SEVERITIES),
            expected: truth,
            kept: orNull(whollyOf({ by: oneOf(['restart', 'capsule']), at: instant })),
            actor: orNull(actor),
            endpoint: orNull(text(100)),
            message: text(65_536),
            sentence,
            cause: orNull(name),
            figures,
            evidence,
            deliveries,
            left_out: truth,
          },
          {
            deliveries_of_run: deliveries,
            evidence_total: count,
            deliveries_total: count,
            came_early: whollyOf({ counted: count, unaware: count }),
          },
        ),
        MOST,
      ),
      more: count,
    },
    { of_run: count, open_cases: cases, inconclusive: cases },
  ),
)

export const EXPECTED = json(
  listOf(
    whollyOf({
      times: orNull(whole(1, 2 ** 48)),
      caller: orNull(shape({ tenant: orNull(name), key: orNull(name), product: orNull(name), instance: orNull(name) })),
    }),
    MOST,
  ),
)
