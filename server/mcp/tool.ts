import type { EmulatorHandle, WorldHandle } from '../index.ts'

/** A JSON schema of arguments, or of a part of them. */
export type ArgumentSchema = { readonly [keyword: string]: unknown }

/** What a tool gives back: data for a program, and the same in few words for a model. */
export interface ToolResult {
  readonly data: { readonly [name: string]: unknown }
  readonly text: string
}

export interface ToolCall {
  readonly emulator: EmulatorHandle
  /** The world that the arguments name, `default` when they name none. */
  readonly world: WorldHandle
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the tool has checked it
  readonly args: any
}

/** A tool for agents, one row of the table. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The members of its arguments; every tool that acts on a world also takes `world`. */
  readonly properties: { readonly [name: string]: ArgumentSchema }
  readonly required?: readonly string[]
  /** Creates the world that it names when it is not there; every other tool refuses then. */
  readonly opensWorld?: true
  /** Changes nothing. */
  readonly readOnly?: true
  /** Takes something away that cannot be brought back. */
  readonly destructive?: true
  readonly run: (call: ToolCall) => Promise<ToolResult>
}
