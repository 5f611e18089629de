/** What a domain needs to count, measure and report. */
export type { MetricDefinition } from './instruments.ts'
export { defineCounter, defineHistogram } from './instruments.ts'
export type { DatabaseSource, Sample } from './sampled-gauges.ts'
