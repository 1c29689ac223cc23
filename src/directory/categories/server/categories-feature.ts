import type { ServerFeature } from '#platform/server/feature.ts'
import { categoryProblem } from './category-problem.ts'
import { categoryRoutes } from './category-routes.ts'

/** Data managers edit the categories of the directory. */
export const categoriesFeature: ServerFeature = {
  name: 'categories',
  tag: 'directory',
  screens: ['admin/categories'],
  problems: categoryProblem,
  routes: (app, services) => app.register(categoryRoutes, services),
}
