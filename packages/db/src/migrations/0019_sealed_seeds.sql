CREATE INDEX "completions_in_clear_idx" ON "completions" USING btree ("id") WHERE length("completions"."seed") = 32;
