import type { WorldView } from '../../server/control/protocol/worlds.ts'

/** How a world is named to people: by its label, with the id by which everything else goes. Pure. */
export const nameOfWorld = ({ world_id, label }: Pick<WorldView, 'world_id' | 'label'>): string =>
  label === undefined ? world_id : `${label} (${world_id})`
