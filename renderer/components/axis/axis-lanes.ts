/** The lanes of the axis, from top to bottom. */
export const AXIS_LANES = ['clock', 'requests', 'calls', 'webhooks', 'limits'] as const
export type AxisLane = (typeof AXIS_LANES)[number]
