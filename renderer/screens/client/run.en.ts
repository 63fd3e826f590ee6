/** What is said of a world that was opened from a capsule: it shows the verdicts of a run beside its own. */
export const client_run = {
  in_run: 'In the run',
  here_from: 'Here, from #{{seq}} on',
  rules_one: '{{count}} rule',
  rules_other: '{{count}} rules',
  ends_with_run:
    'The whole run of the capsule is judged, up to #{{cut}}. From #{{seq}} on, what is sent here is judged as well.',
  ends_before:
    'The whole run of the capsule is judged, up to its #{{until}}, although the capsule ends at #{{cut}}. From #{{seq}} on, what is sent here is judged as well.',
  ends_somewhere:
    'The whole run of the capsule is judged, also what came after #{{cut}}, where the capsule ends. From #{{seq}} on, what is sent here is judged as well.',
  taken: 'Taken at',
  nobody: 'No client was judged in the run of this capsule, and none has sent a request here',
  all_of_run: '{{what}} in the run',
  all_here: '{{what}} here',
  some_here: '{{what}}, {{here}} of them here',
  found_here: 'found in this world, not in the run',
  of_run: 'of the run',
  not_here: 'This world does not have it: the capsule ends before. Here, #{{seq}} is another request, or none yet.',
  not_here_hint:
    'What is marked "of the run" came during the run that the capsule was taken from, and this world does not have it. A request of that number here is another one.',
} as const
