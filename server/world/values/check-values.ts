import type { ActionKind } from '../../contract/action-kinds.ts'
import { MINTED_WORD, WORLD_ID_PATTERN } from '../../contract/constants.ts'
import { SENDING } from '../../contract/sending.ts'
import { checkAssumptionValue, isAssumptionId } from '../../domain/validation/assumption-value.ts'
import { validateForwards } from '../../domain/webhooks/forward.ts'
import { DAY, EARLIEST, LATEST } from '../../kernel/instant.ts'
import { META } from '../../store/meta.ts'
import { columnsOf, type OpenDatabase, refersToNothing, tablesOf, valuesOf } from '../../store/raw-tables.ts'
import { RULES } from '../../verdicts/rules.ts'
import { faultsOfRule } from '../../verdicts/settings.ts'
import { ACTION_FACTS, COLUMN_RULES, JOB_PAYLOADS } from './column-rules.ts'
import {
  anObject,
  json,
  listOf,
  oneOf,
  orNull,
  type Rule,
  record,
  shape,
  text,
  textLike,
  textThat,
  truth,
  whole,
} from './rule.ts'

type Row = Readonly<Record<string, unknown>>
type ColumnRules = Readonly<Record<string, Readonly<Record<string, Rule>>>>

/** SQLite counts these up by itself. At the end of its numbers, an id would be the last for ever. */
const SEQUENCE: ColumnRules = {
  sqlite_sequence: { name: textLike(/^[a-z_]{1,100}$/, 'the name of a table'), seq: whole(0, 2 ** 48) },
}
const SHOWN = 60

const digits = textThat(
  value => /^-?\d{1,15}$/.test(value) && Math.abs(Number(value)) <= LATEST + 400 * DAY,
  'an instant in milliseconds',
)
const anInstant = textThat(value => !Number.isNaN(Date.parse(value)), 'an instant')
const number = textLike(/^\d{1,10}$/, 'a whole number')
const WORLD_ID = new RegExp(WORLD_ID_PATTERN)
const yesOrNo = oneOf(['yes', 'no'])

/** What a database says about itself, by name. A name that is not here means nothing to this Ringback. */
const META_RULES: Readonly<Record<string, Rule>> = {
  [META.world_id]: textLike(WORLD_ID, 'the id of a world'),
  [META.label]: text(80),
  [META.seed]: textThat(value => /^\d{1,10}$/.test(value) && Number(value) < 2 ** 32, 'a seed'),
  [META.fixture]: textLike(/^[a-z]{1,50}$/, 'the name of a fixture'),
  [META.randomness]: textLike(/^[\w:.-]{1,200}$/, 'a source of randomness'),
  [META.draws]: oneOf(['by_subject']),
  [META.mints]: oneOf([MINTED_WORD]),
  [META.redacted]: yesOrNo,
  [META.sending]: oneOf(SENDING),
  [META.former_keys]: json(listOf(text(1_000), 1_000_000)),
  [META.start]: json(
    shape({
      clock: whole(EARLIEST, LATEST),
      pace: { wanted: 'a pace', accepts: value => COLUMN_RULES.clock.pace.accepts(String(value)) },
      assumptions: { wanted: 'assumptions', accepts: areAssumptions },
      forwards: { wanted: 'forwards', accepts: areForwards },
      verdicts: { wanted: 'settings of rules on clients', accepts: areVerdictSettings },
    }),
  ),
  [META.world_file]: json(
    shape({ name: text(200), file: anObject, pin: truth }, { required: ['name', 'file', 'pin'] }),
  ),
  [META.began]: digits,
  [META.exchange_floor]: number,
  [META.forked_from]: json(
    shape({
      world_id: textLike(WORLD_ID, 'the id of a world'),
      request_id: orNull(textLike(/^[0-9a-f-]{1,50}$/, 'an identifier')),
      at: whole(EARLIEST, LATEST),
    }),
  ),
  [META.recording]: yesOrNo,
  [META.judged]: json(
    shape(
      {
        from: whole(1, 2 ** 32),
        kept: orNull(
          shape(
            { by: oneOf(['restart', 'capsule']), at: anInstant, until: whole(0, 2 ** 32) },
            { required: ['by', 'at', 'until'] },
          ),
        ),
        run: orNull(
          shape({ taken_at: anInstant, until: orNull(whole(0, 2 ** 32)) }, { required: ['taken_at', 'until'] }),
        ),
      },
      { required: ['from', 'kept'] },
    ),
  ),
  [META.judged_capsule]: digits,
  [META.judged_until]: number,
  'snapshot.created_at': digits,
  'snapshot.now': digits,
  'capsule.version': number,
  'capsule.taken_at': digits,
  'capsule.rewound': yesOrNo,
  'capsule.ringback': textLike(/^[\w.+-]{1,50}$/, 'a version'),
  'capsule.request_id': textLike(/^[0-9a-f-]{1,50}$/, 'an identifier'),
}

/** Values of one row that have to agree; returns what is wrong. */
const ROW_CHECKS: Readonly<Record<string, (row: Row) => string | undefined>> = {
  meta: ({ name, value }) => {
    const rule = Object.hasOwn(META_RULES, String(name)) ? META_RULES[String(name)] : undefined
    return rule === undefined || rule.accepts(value) ? undefined : `${name} must be ${rule.wanted}`
  },
  jobs: ({ kind, payload }) => {
    const rule = JOB_PAYLOADS[String(kind)]
    return rule?.accepts(payload) ? undefined : `the payload of ${kind} must be ${rule?.wanted}`
  },
  assumptions: ({ id, value }) => {
    if (!isAssumptionId(String(id))) return undefined
    const checked = checkAssumptionValue(String(id), JSON.parse(String(value)))
    return checked.ok ? undefined : checked.message
  },
  control_actions: ({ kind, facts }) => {
    const rule = ACTION_FACTS[kind as ActionKind]
    return rule.accepts(facts) ? undefined : `the facts of ${kind} must be ${rule.wanted}`
  },
  forwards: ({ origin, target }) => validateForwards([{ from: String(origin), to: String(target) }]),
}

/** References that no foreign key of the schema declares. */
const REFERENCES = [{ table: 'exchanges', column: 'tenant_id', to: 'tenants' }] as const

/** Small tables that decide whether and how a world can be opened. They are checked at every start. */
export const SETTINGS = [
  'meta',
  'clock',
  'tenants',
  'keys',
  'call_scripts',
  'inboxes',
  'forwards',
  'faults',
  'assumptions',
  'webhooks',
  'jobs',
  'verdicts',
  'sqlite_sequence',
] as const

/**
 * Checks every value of a database, or of some of its tables. A table or a column without a rule is refused, so nothing gets in that nobody
 * has thought of. Await `loadValidator()` first.
 *
 * @returns what is wrong, as part of a sentence
 */
export function findBadValue(db: OpenDatabase, { tables }: { tables?: readonly string[] } = {}): string | undefined {
  for (const table of tables ?? tablesOf(db)) {
    const rules = ({ ...COLUMN_RULES, ...SEQUENCE } as ColumnRules)[table]
    if (rules === undefined) return `nobody has said what the table ${table} may hold`
    const problem = problemIn(db, table, rules)
    if (problem !== undefined) return problem
  }
  if (tables !== undefined) return undefined
  const lost = REFERENCES.find(reference => refersToNothing(db, reference))
  return lost && `${lost.table}.${lost.column} must be one of ${lost.to}`
}

function problemIn(db: OpenDatabase, table: string, rules: Readonly<Record<string, Rule>>): string | undefined {
  const columns = columnsOf(db, table)
  const checks = columns.map(column => rules[column])
  const missing = columns.find((_, index) => checks[index] === undefined)
  if (missing !== undefined) return `nobody has said what the column ${table}.${missing} may hold`
  const together = ROW_CHECKS[table]
  for (const values of valuesOf(db, table, columns)) {
    for (let index = 0; index < values.length; index++)
      if (!checks[index]?.accepts(values[index]))
        return `${table}.${columns[index]} must be ${checks[index]?.wanted} (got ${shown(values[index])})`
    const problem = together?.(Object.fromEntries(values.map((value, index) => [columns[index] ?? '', value])))
    if (problem !== undefined) return `in ${table}, ${problem}`
  }
  return undefined
}

function shown(value: unknown): string {
  if (Buffer.isBuffer(value)) return `${value.length} bytes`
  const text = String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function areAssumptions(value: unknown): boolean {
  return (
    record({ wanted: '', accepts: () => true }).accepts(value) &&
    Object.entries(value as object).every(([id, one]) => !isAssumptionId(id) || checkAssumptionValue(id, one).ok)
  )
}

/** Rules that this Ringback does not know, or no longer, mean nothing to it. */
function areVerdictSettings(value: unknown): boolean {
  if (value === 'off') return true
  const known = (id: string) => RULES.find(rule => rule.id === id)
  return (
    record({ wanted: '', accepts: () => true }).accepts(value) &&
    Object.entries(value as object).every(([id, one]) => {
      const rule = known(id)
      return rule === undefined || Object.keys(faultsOfRule(rule, one)).length === 0
    })
  )
}

function areForwards(value: unknown): boolean {
  const isForward = (one: unknown) => {
    const { from, to } = (anObject.accepts(one) ? one : {}) as { from?: unknown; to?: unknown }
    return typeof from === 'string' && typeof to === 'string'
  }
  return Array.isArray(value) && value.every(isForward) && validateForwards(value) === undefined
}
