/** The task that scans one upload. */
export const scanFileTask = 'scan-file'
