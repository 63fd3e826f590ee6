/** A number that is answered, by its ending (assumption `calls.magic_numbers`). */
export const ANSWERED_NUMBER = '+81312340001'
