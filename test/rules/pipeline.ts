import { type Known, stage } from './support.ts';

/** A pipeline with a stage of each kind. */
export const stages = [
  stage('10', { name: 'Tracking', category: 'open', position: 1, default_probability: 0.05 }),
  stage('11', { name: 'Estimating', category: 'open', position: 2, default_probability: 0.25 }),
  stage('12', { name: 'On Hold', category: 'open', position: 3 }),
  stage('20', { name: 'Won', category: 'won', position: 4, default_probability: 1 }),
  stage('30', { name: 'Lost', category: 'lost', position: 5, default_probability: 0 }),
  stage('31', { name: 'Cancelled', category: 'lost', position: 6, default_probability: 0, close_type: 'cancelled' }),
  stage('13', { name: 'Bid Submitted', category: 'open', position: 3, milestone: 'submitted' }),
  stage('14', { name: 'Verbal Award', category: 'open', position: 3, milestone: 'committed' }),
];

export const pipeline: Known = { families: { project_stages: stages } };
