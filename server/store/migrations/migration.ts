/** One step of the schema. It runs in its own transaction, which also sets `user_version` to `version`. */
export interface Migration {
  readonly version: number
  readonly title: string
  readonly sql: string
}
