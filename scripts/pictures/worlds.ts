import { type StartedEmulator, startEmulator } from '../../server/index.ts'
import { ask, placeCalls } from './answers.ts'
import { drill, receive } from './drilled.ts'
import { leavePending, openCapsuleOf } from './kept-worlds.ts'
import type { Shown } from './places.ts'
import { MEASURED, NOW, tell } from './story.ts'
import { holdBack } from './unsent.ts'
import { deliver } from './untimely.ts'

export interface Told extends AsyncDisposable {
  readonly emulator: StartedEmulator
  readonly shown: Shown
}

/** An emulator with every world of the pictures. Pictures send and set things, so each look of them has its own. */
export async function tellWorlds(): Promise<Told> {
  await using open = new AsyncDisposableStack()
  const emulator = open.use(await startEmulator({ port: 0, clock: NOW, measured: MEASURED }))
  const world = (world_id: string) => emulator.createWorld({ world_id, clock: NOW })
  const shown: Shown = {
    ...(await tell(emulator.world)),
    ...(await deliver(await world('untimely'))),
    ...(await holdBack(await world('unsent'))),
    ...(await ask(await world('answers'))),
  }
  await world('fresh')
  // Its picture sends something, after which a world is fresh no more.
  await world('refused')
  await drill(await world('drilled'))
  await placeCalls(await world('moving'))
  open.use(await receive(await world('received')))
  for (let test = 1; test <= 42; test++)
    await emulator.createWorld({
      world_id: `vitest-${String(test).padStart(4, '0')}`,
      clock: NOW,
      fixture: 'empty',
    })
  await openCapsuleOf(emulator, shown)
  await leavePending(await world('pending'))
  const kept = open.move()
  return { emulator, shown, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
