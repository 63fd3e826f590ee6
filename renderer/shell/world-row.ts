import type { ListedWorld } from '../../server/control/protocol/worlds.ts'

/** A world in a list: of a broken one nothing is known but its name. */
export type WorldRow = Pick<ListedWorld, 'world_id'> & Partial<ListedWorld>

/** The default world and one more: nothing to delete several of. */
export const FEW_WORLDS = 2

/** Whether what was typed is in what tells a world from others. */
export const isWorldWith = (text: string, { world_id, label = '', fixture = '', forked_from }: WorldRow): boolean =>
  `${world_id} ${label} ${fixture} ${forked_from?.world_id ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
