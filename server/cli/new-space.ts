import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the space for new objects at its present size. Otherwise V8 would let it grow several times under load, for objects that hardly
 * ever outlive their request, and never shrink it again. Call it once a process has started.
 */
export function holdNewSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
