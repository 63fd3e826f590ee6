import {
  type Expression,
  type ExpressionBuilder,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Interval } from '../contract/lists.ts'
import type { Schema } from './schema.ts'

type Tables = keyof Schema
type Clause<From extends Tables, Value> = (row: ExpressionBuilder<Schema, From>, value: Value) => Expression<SqlBool>
/** The condition of each filter of a list. */
export type Clauses<From extends Tables, Values> = {
  readonly [Name in keyof Values]-?: Clause<From, NonNullable<Values[Name]>>
}

/** Rows whose column has this value, or one of these values. */
export const is =
  <From extends Tables>(column: ReferenceExpression<Schema, From>): Clause<From, unknown> =>
  (row, value) =>
    row(column, Array.isArray(value) ? 'in' : '=', value as never)

/** Rows that rest on an assumption: their ids are in one column, separated by commas. */
export const restsOn =
  <From extends Tables>(column: ReferenceExpression<Schema, From> & string): Clause<From, string> =>
  (_, id) =>
    sql<boolean>`instr(',' || ${sql.ref(column)} || ',', ${`,${id},`}) > 0`

/** Rows of an interval of emulated time, without its end. */
export const within =
  <From extends Tables>(column: ReferenceExpression<Schema, From>): Clause<From, Interval> =>
  (row, { from, until }) =>
    row.and([row(column, '>=', from as never), row(column, '<', until as never)])

/** A query with the conditions of all filters that have a value. */
export function narrow<From extends Tables, Output, Values extends object>(
  query: SelectQueryBuilder<Schema, From, Output>,
  clauses: Clauses<From, Values>,
  values: Values,
): SelectQueryBuilder<Schema, From, Output> {
  let narrowed = query
  for (const [name, clause] of Object.entries<Clause<From, never>>(clauses)) {
    const value = values[name as keyof Values]
    if (value !== undefined) narrowed = narrowed.where(row => clause(row, value as never))
  }
  return narrowed
}

/** A part of a list that goes back from the newest: at most `limit` rows, before the row `before`. */
export interface Newest {
  readonly before?: number | undefined
  readonly limit: number
}

export function newest<From extends Tables, Output>(
  query: SelectQueryBuilder<Schema, From, Output>,
  column: ReferenceExpression<Schema, From>,
  { before, limit }: Newest,
): SelectQueryBuilder<Schema, From, Output> {
  const rows = query.orderBy(column as never, 'desc').limit(limit)
  return before === undefined ? rows : rows.where(column, '<', before as never)
}
