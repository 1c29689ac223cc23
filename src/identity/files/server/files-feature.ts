import type { ServerFeature } from '#platform/server/feature.ts'
import { fileProblem } from './file-problem.ts'
import { fileRoutes } from './file-routes.ts'
import type { MayReadFile } from './files-public.ts'
import { filesTables } from './files-tables.ts'
import { sweepFiles, sweepFilesCrontab, sweepFilesTask } from './sweep-files.ts'
import { tidyFiles, tidyFilesCrontab, tidyFilesTask } from './tidy-files.ts'

/** @param readers who may read attached files; one from each feature whose rows use files */
export const filesFeature = (readers: MayReadFile[]): ServerFeature => ({
  name: 'files',
  tables: filesTables,
  problems: fileProblem,
  routes: (app, services) => app.register(fileRoutes, { ...services, readers }),
  tasks: (services) => ({ [tidyFilesTask]: tidyFiles(services), [sweepFilesTask]: sweepFiles(services) }),
  schedules: [tidyFilesCrontab, sweepFilesCrontab],
})
