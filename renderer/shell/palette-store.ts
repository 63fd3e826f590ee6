import { createSpotlight } from '@mantine/spotlight'

/** Whether the palette is open and which of its rows is selected, and what opens it. */
export const [paletteStore, spotlight] = createSpotlight()
