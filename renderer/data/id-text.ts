/** An id that a client has made up, with the spaces at its ends to be seen: ` mx-1` is another one than `mx-1`. Pure. */
export const idText = (id: string): string => id.replace(/^\s+|\s+$/g, spaces => '␣'.repeat(spaces.length))
