import type { TestProject } from 'vitest/node'

/**
 * Mutation tests share the PostgreSQL that mutate-feature.ts started, so that a killed test process does not leave one
 * running.
 */
export function setup(project: TestProject) {
  project.provide('templateUrl', process.env.MUTATION_TEMPLATE_URL ?? '')
  project.provide('servingUrl', process.env.MUTATION_SERVING_URL ?? '')
}
