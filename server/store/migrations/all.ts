import { firstSchema } from './0001-first-schema.ts'
import { deliveryFaults } from './0002-delivery-faults.ts'
import { jobsInMemory } from './0003-jobs-in-memory.ts'
import { stepsOfCalls } from './0004-steps-of-calls.ts'
import type { Migration } from './migration.ts'

/** In order; a released migration is never edited. */
export const MIGRATIONS: readonly Migration[] = [firstSchema, deliveryFaults, jobsInMemory, stepsOfCalls]
export const SCHEMA_VERSION = MIGRATIONS.length
