/** What an outside examination found false or missing, in one sentence each: what holds since it was mended. */
export interface Finding {
  readonly id: string
  readonly sentence: string
  /** Which later piece of work mends it, where that is not done yet. */
  readonly later?: string
}

export const FINDINGS: readonly Finding[] = [
  { id: 'T1', sentence: 'All three reports average over the same calls: those that have ended.' },
  {
    id: 'T2',
    sentence:
      'A guess that a job of the clock reads is noted on the call, event or delivery it was read for, and counted.',
  },
  {
    id: 'T3',
    sentence: 'The metadata of a call is kept as the JSON text that was sent, whatever its numbers and characters.',
  },
  {
    id: 'T4',
    sentence: 'A key that was revoked is refused by the world that issued it, by its clock and its assumptions.',
  },
  { id: 'T5', sentence: 'Every alternative of the register changes what can be seen from outside.' },
  {
    id: 'T6',
    sentence: 'On the Free plan whatever is below /reports/ or begins with /webhooks is refused for want of a licence.',
  },
  {
    id: 'T7',
    sentence: 'What the request gate refuses on the API has the headers of every answer, and the emulated date.',
  },
  {
    id: 'T8',
    sentence: 'What was once decided silently stands in the register, with another value to try where there is one.',
  },
  { id: 'T9', sentence: 'The OpenAPI file is that of the world in question, and what is valid by it is accepted.' },
  { id: 'T10', sentence: 'A receiver that parses and serializes the body before it verifies fails on every delivery.' },
  { id: 'T11', sentence: 'A plus sign that nobody encoded is explained in the trace.' },
  {
    id: 'T12',
    sentence: 'OPTIONS shows the figures of a known key; a body where none is expected is treated as registered.',
  },
  { id: 'R1', sentence: 'The lines for a plain shell work as they stand, and end with the code of the tests.' },
  { id: 'R2', sentence: 'A world that a test removed is judged as well.' },
  {
    id: 'R3',
    sentence: 'Requests that miss the API are told, and so is a run without any.',
  },
  { id: 'R4', sentence: 'Worlds repeat.' },
  { id: 'R5', sentence: 'The oldest Node that is promised runs the package; an older one is told so in a sentence.' },
  { id: 'R6', sentence: 'Fake timers of a test runner do not stop an emulator in the same process.' },
  { id: 'R7', sentence: 'The fixture for Vitest works on every version that is promised.' },
  { id: 'R8', sentence: 'Jest loads the package.' },
  { id: 'R9', sentence: 'Whoever waits in vain reads why, before the test runner gives up.' },
  { id: 'R10', sentence: 'A mistake on the command line gets a sentence, never a stack.' },
  { id: 'R11', sentence: 'The command line says its version, and its codes agree with its reports.' },
  { id: 'R12', sentence: 'The harness refuses options that it does not know, and its handles work alike.' },
  { id: 'R13', sentence: 'Key, staff member and project of the environment belong to one tenant.' },
  { id: 'R14', sentence: 'A certification sees whether work was done twice, and says what it could not try.' },
  { id: 'R15', sentence: 'The command line takes what people type.' },
  { id: 'R16', sentence: 'Arguments reach a command unchanged, on Windows as well.' },
  { id: 'R17', sentence: 'No test dials an address outside this machine.' },
  {
    id: 'S1',
    sentence: 'Nothing that leaves the emulator as redacted holds a secret or a key, in whatever column it stood.',
  },
  { id: 'S2', sentence: 'A file from somebody else is checked before anything in it is used.' },
  { id: 'S3', sentence: 'A reset or restore that fails leaves the world as it was.' },
  { id: 'S4', sentence: 'One unreadable row or world never stops the others.' },
  { id: 'S5', sentence: 'The clock of the machine may jump; emulated time goes on, and says so.' },
  { id: 'S6', sentence: 'Names such as constructor and __proto__ are names like any other.' },
  { id: 'S7', sentence: 'A world that could not be created is not there.' },
  { id: 'S8', sentence: 'A database in WAL mode that is uploaded does no harm.' },
  { id: 'S9', sentence: 'A token goes only where its owner meant it to go.' },
  { id: 'S10', sentence: 'A store is its owner’s alone, and its files follow no links.' },
  { id: 'S11', sentence: 'An advance ends: with its client, or at a bound.' },
  { id: 'S12', sentence: 'No pattern that a user writes can hold up a request.' },
  {
    id: 'S13',
    sentence:
      'What can be exported can be imported, and events, deliveries and attempts have bounds as the journal has.',
  },
  { id: 'S14', sentence: 'No single request holds up all others.' },
  { id: 'S15', sentence: 'On a full disk what can be read is read, and the message names the disk.' },
  { id: 'S16', sentence: 'The Node that the repository brings is pinned by its hash.' },
  { id: 'S17', sentence: 'Two worlds never share a file name, on any system.' },
  { id: 'S18', sentence: 'A command does not outlive the run that started it, where the system can end it.' },
  { id: 'D1', sentence: 'The inbox calls a genuine signature genuine.' },
  { id: 'D2', sentence: 'The dashboard says that everything was delivered only when it was.' },
  { id: 'D3', sentence: 'A receiver that fails is shown in amber from its first failure.' },
  { id: 'D4', sentence: 'Looking at data uses no quota, fires no fault and is no request.' },
  { id: 'D5', sentence: 'A link to a place with a dot in its name opens it.' },
  { id: 'D6', sentence: 'The switch of worlds works with many worlds.' },
  { id: 'D7', sentence: 'Moves of the clock stay on the axis, and no lane pushes out another.' },
  { id: 'D8', sentence: 'A secret that is shown once is seen, and its form is emptied.' },
  { id: 'D9', sentence: 'Undo never writes the count of another day.' },
  { id: 'D10', sentence: 'A dropped connection is shown as dropped.' },
  { id: 'D11', sentence: 'An unknown world is called unknown, and has no clock to press.' },
]
