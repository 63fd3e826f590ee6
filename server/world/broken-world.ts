/** The database of a world has rows that cannot live. It has not been touched. */
export class BrokenWorldError extends Error {
  readonly code = 'corrupt_store'
  readonly world_id: string
  readonly reason: string
  constructor(world_id: string, reason: string) {
    super(`the world ${world_id} cannot live: ${reason}.`)
    this.world_id = world_id
    this.reason = reason
  }
}
