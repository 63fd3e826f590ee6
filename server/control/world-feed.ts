import { type FactTopic, STARTED_OVER } from '../domain/facts.ts'
import { EventRing, RING_CAPACITY, type RingEntry } from '../http/event-ring.ts'
import { REAL_TIMERS, realQueueMicrotask, type Timers } from '../http/real-timers.ts'
import type { StreamSource } from '../http/stream-client.ts'
import { realPerformance } from '../kernel/real-time.ts'
import type { World } from '../world/world.ts'
import { messageOf } from './stream-messages.ts'

/** Facts about one subject within this much real time are sent once. */
const FLUSH_MS = 25

/** Topics whose messages hold the whole state of their subject, so that only the newest matters. */
const STATES: ReadonlySet<string> = new Set(['clock', 'limits', 'call', 'delivery'] satisfies FactTopic[])

interface Fact {
  readonly topic: FactTopic
  readonly subject: string | number
}

/**
 * The facts of a world, as a stream that can be resumed. Of a fact it keeps the topic and the subject; the message is read from the store
 * when it is sent, so a busy world that nobody watches costs next to nothing. The feed and its numbers go on over a reset: a reader is told
 * of the reset, and one that resumes from before it is told that there is a gap.
 */
class WorldFeed {
  readonly #world: World
  readonly #timers: Timers
  readonly #ring: EventRing
  readonly #waiting = new Map<string, Fact>()
  /** The number of the newest entry about each subject whose whole state is sent. */
  readonly #newest = new Map<string, number>()
  readonly #keys = new WeakMap<RingEntry, string>()
  #resting = false
  #planned = false

  constructor(world: World, { epoch, timers = REAL_TIMERS }: { epoch: string; timers?: Timers }) {
    this.#world = world
    this.#timers = timers
    this.#ring = new EventRing({ epoch })
    world.subscribe((topic, subject) => this.#hear({ topic, subject }))
  }

  /** What a client of these topics reads; no topics means all. */
  reader(topics: ReadonlySet<string>): StreamSource {
    // What happened before the client came must not come after its `ready`.
    this.flush()
    const ring = this.#ring
    const wanted = ({ topic }: RingEntry) => topics.size === 0 || topics.has(topic)
    // What nobody wants is not read; what the world no longer has is skipped.
    const tells = (entry: RingEntry) => !wanted(entry) || entry.json !== 'null'
    return {
      epoch: ring.epoch,
      get lastId() {
        return ring.lastId
      },
      subscribe: listener => ring.subscribe(entry => tells(entry) && listener(entry)),
      since: (id, most) => {
        for (let from = id; ; ) {
          const entries = ring.since(from, most)
          if (entries === 'gap' || entries.length === 0) return entries
          const told = entries.filter(entry => this.#isNewest(entry) && tells(entry))
          if (told.length > 0) return told
          from = entries[entries.length - 1]!.id
        }
      },
    }
  }

  /** Puts the waiting facts into the ring now. */
  flush(): void {
    this.#planned = false
    const facts = [...this.#waiting]
    this.#waiting.clear()
    for (const [key, fact] of facts) this.#push(key, fact)
    this.#prune()
  }

  #hear(fact: Fact): void {
    if (fact.topic === 'world' && STARTED_OVER.has(fact.subject)) {
      // After a reset or restore, these subjects would mean other things.
      this.#waiting.clear()
      this.#newest.clear()
      this.#ring.clear()
    }
    this.#waiting.set(`${fact.topic} ${fact.subject}`, fact)
    if (this.#waiting.size >= RING_CAPACITY) this.flush()
    else this.#plan()
  }

  /** The first fact after a pause is sent as soon as what caused it is done; those that follow closely are sent together. */
  #plan(): void {
    if (this.#planned || this.#resting) return
    this.#planned = true
    realQueueMicrotask(() => {
      if (!this.#planned) return
      this.flush()
      this.#rest()
    })
  }

  #rest(): void {
    this.#resting = true
    this.#timers.after(FLUSH_MS, () => {
      this.#resting = false
      if (this.#waiting.size === 0) return
      this.flush()
      this.#rest()
    })
  }

  #push(key: string, { topic, subject }: Fact): void {
    // Live readers are written to inside push, so by then this entry has to be the newest.
    if (STATES.has(topic)) this.#newest.set(key, this.#ring.lastId + 1)
    const entry = this.#ring.push(topic, { toJSON: () => messageOf(this.#world, topic, subject) })
    this.#keys.set(entry, key)
  }

  /** An older entry about the same subject must not come after a newer one that was read first. */
  #isNewest(entry: RingEntry): boolean {
    return (this.#newest.get(this.#keys.get(entry) ?? '') ?? entry.id) === entry.id
  }

  #prune(): void {
    if (this.#newest.size <= 2 * RING_CAPACITY) return
    const oldest = this.#ring.lastId - RING_CAPACITY
    for (const [key, id] of this.#newest) if (id <= oldest) this.#newest.delete(key)
  }
}

const feeds = new WeakMap<World, WorldFeed>()
let made = 0

/** The feed of a world. It begins with its first reader, since nobody can resume from before. */
export function feedOf(world: World): WorldFeed {
  const known = feeds.get(world)
  if (known !== undefined) return known
  // Distinguishes it from the feed of a world with the same name in another process, or of one that was removed.
  const epoch = `${Math.floor(realPerformance.timeOrigin).toString(36)}_${(++made).toString(36)}`
  const feed = new WorldFeed(world, { epoch })
  feeds.set(world, feed)
  return feed
}
