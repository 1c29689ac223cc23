import type { TestProject } from 'vitest/node'

/** Mutation tests share the PostgreSQL that mutate-feature.ts started: a killed test process cannot leave one behind. */
export function setup(project: TestProject) {
  project.provide('templateUrl', process.env.MUTATION_TEMPLATE_URL ?? '')
  project.provide('servingUrl', process.env.MUTATION_SERVING_URL ?? '')
}
