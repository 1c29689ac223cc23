import type { ServerFeature } from '#platform/server/feature.ts'
import { fileProblem } from './file-problem.ts'
import { fileRoutes } from './file-routes.ts'
import type { MayReadFile, OnScanned } from './files-public.ts'
import { filesTables } from './files-tables.ts'
import { scanFileTask } from './scan-file-task.ts'
import { scanUpload, scanWaiting, scanWaitingCrontab, scanWaitingTask } from './scan-files.ts'
import { sweepFiles, sweepFilesCrontab, sweepFilesTask } from './sweep-files.ts'
import { tidyFiles, tidyFilesCrontab, tidyFilesTask } from './tidy-files.ts'

/**
 * @param readers who may read attached files; one from each feature whose rows use files
 * @param listeners are informed of files that were scanned
 */
export const filesFeature = (readers: MayReadFile[], listeners: OnScanned[]): ServerFeature => ({
  name: 'files',
  tables: filesTables,
  problems: fileProblem,
  routes: (app, services) => app.register(fileRoutes, { ...services, readers }),
  tasks: (services) => ({
    [tidyFilesTask]: tidyFiles(services),
    [sweepFilesTask]: sweepFiles(services),
    [scanFileTask]: scanUpload(services, listeners),
    [scanWaitingTask]: scanWaiting(services, listeners),
  }),
  schedules: [tidyFilesCrontab, sweepFilesCrontab, scanWaitingCrontab],
})
