import type { ServerFeature } from '#platform/server/feature.ts'
import { runImportTask, tidyImports } from './act-on-run.ts'
import { nightlyImportsCrontab, nightlyImportsTask, startNightly } from './address-imports.ts'
import { importProblem } from './import-problem.ts'
import { importRoutes } from './import-routes.ts'
import { importsTables } from './imports-tables.ts'
import { runImport } from './run-import.ts'

/** Data managers import directory data from the screen. */
export const importsFeature: ServerFeature = {
  name: 'imports',
  tag: 'directory',
  screens: ['admin/imports', 'admin/imports/:importId'],
  tables: importsTables,
  problems: importProblem,
  routes: (app, services) => app.register(importRoutes, services),
  tasks: (services) => ({ [runImportTask]: runImport(services), [nightlyImportsTask]: startNightly(services) }),
  schedules: [nightlyImportsCrontab],
  tidy: tidyImports,
}
