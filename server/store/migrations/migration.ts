/** One step of the schema. It runs in a transaction of its own, which also moves `user_version` to `version`. */
export interface Migration {
  readonly version: number
  readonly title: string
  readonly sql: string
}
