/** The page with measured results: small experiments of the user, and the published reports. */

import { useState } from "preact/hooks";

import type { Experiments, Reports } from "../openapi";
import { DamagedList } from "../parts/damaged-list";
import { Problem } from "../parts/problem";
import { useLoad } from "../parts/use-load";
import "../styles/lab.css";
import "../styles/panels.css";
import { ExperimentCard } from "./lab/experiment-card";
import { ExperimentForm } from "./lab/experiment-form";

export function LabPage() {
  return (
    <div class="page lab">
      <h1>Lab</h1>
      <ExperimentList />
      <ReportList />
    </div>
  );
}

function ExperimentList() {
  const { value, problem, reload } = useLoad<Experiments>("/api/experiments");
  const [newest, setNewest] = useState<string | null>(null);
  return (
    <>
      <ExperimentForm
        onCreated={(experiment) => {
          setNewest(experiment.id);
          reload();
        }}
      />
      <Problem text={problem} />
      <DamagedList what="experiment" damaged={value?.damaged} />
      {value && value.experiments.length > 0 && (
        <section>
          <h2>Your experiments</h2>
          <ul class="experiments">
            {value.experiments.map((experiment) => (
              <ExperimentCard
                key={experiment.id}
                experiment={experiment}
                isNew={experiment.id === newest}
                onChanged={reload}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ReportList() {
  const { value, problem } = useLoad<Reports>("/api/reports");
  return (
    <section class="panel">
      <h2>Reports</h2>
      <Problem text={problem} />
      {value?.reports.length === 0 && <p>There are no reports.</p>}
      <ul class="reports">
        {value?.reports.map((report) => (
          <li key={report.name}>
            <a href={`/reports/${report.name}`}>{report.title}</a>
            <span class="muted">{report.date}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
